/** Texts with invisible characters, as they are typed and shown on one line: `\n`, `\t`, `\r`, `\\`. */

const SIGNS: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\\': '\\\\',
};

/** A line break becomes `\n`, a backslash `\\`. Spaces stay. */
export function toVisible(text: string): string {
  return text.replaceAll(/[\n\t\r\\]/gu, (character) => SIGNS[character] ?? character);
}

/** The reverse of {@link toVisible}; a backslash before another character stays as typed. */
export function fromVisible(typed: string): string {
  return typed.replaceAll(/\\[ntr\\]/gu, (sign) => {
    const found = Object.entries(SIGNS).find(([, each]) => each === sign);
    return found?.[0] ?? sign;
  });
}
