/** Escapes invisible characters for one-line fields. */

const SIGNS: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\\': '\\\\',
};

export function toVisible(text: string): string {
  return text.replaceAll(/[\n\t\r\\]/gu, (character) => SIGNS[character] ?? character);
}

/** Reverses {@link toVisible}. Keeps a backslash before other characters. */
export function fromVisible(typed: string): string {
  return typed.replaceAll(/\\[ntr\\]/gu, (sign) => {
    return Object.entries(SIGNS).find(([, each]) => each === sign)?.[0] ?? sign;
  });
}
