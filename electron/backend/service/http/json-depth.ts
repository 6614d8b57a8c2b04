/**
 * How deep a JSON text is nested, before anything reads it: a hundred thousand brackets in each other hold
 * up `JSON.parse` and the collector for a third of a second, and whatever walks through them afterwards
 * ends at the limit of the stack.
 */

/** Levels of an honest answer are fewer than ten. */
export const MOST_LEVELS = 200;

const CHARACTER = {
  quote: 0x22,
  backslash: 0x5c,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** True when brackets stand in each other deeper than `most` levels. Linear; takes any text. */
export function isNestedBeyond(text: string, most: number = MOST_LEVELS): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case CHARACTER.quote:
        at = endOfString(text, at + 1);
        break;
      case CHARACTER.openBracket:
      case CHARACTER.openBrace:
        depth += 1;
        if (depth > most) return true;
        break;
      case CHARACTER.closeBracket:
      case CHARACTER.closeBrace:
        depth -= 1;
        break;
      default:
    }
  }
  return false;
}

/** @returns where the quote stands that ends a string; the text's end when there is none */
function endOfString(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === CHARACTER.quote) break;
    if (code === CHARACTER.backslash) at += 1;
  }
  return at;
}
