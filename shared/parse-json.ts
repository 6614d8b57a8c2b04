/** Returns `undefined` for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Numbers that a double may change. May match text that only looks like one. */
const MAY_CHANGE =
  /(?:^|[:[,])\s*-?(?:[\d.]{16}|[\d.]*(?:\.\d*0(?![\d.])|[eE])|0\.000000|(?<=-)0(?![\d.]))/u;

/** A number that a double would change (1.50, 1e400) becomes its text. @throws SyntaxError */
export function parseExactJson(text: string): unknown {
  // Parsing with a reviver takes eight times as long.
  return JSON.parse(text, MAY_CHANGE.test(text) ? numberAsSent : undefined);
}

/** The types don't know `source` yet. */
function numberAsSent(_name: string, value: unknown, context?: { readonly source?: string }) {
  if (typeof value !== 'number') return value;
  const sent = context?.source;
  return sent === undefined || sent === String(value) ? value : sent;
}
