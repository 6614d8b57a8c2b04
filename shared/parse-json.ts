/** The value of a JSON text, `undefined` where it is none: empty, cut or of something else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
