/** A hundred thousand brackets block `JSON.parse` for a third of a second. */

/** Honest answers have fewer than ten levels. */
const MOST_LEVELS = 200;

const CHARACTER = {
  quote: 0x22,
  backslash: 0x5c,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

export function isNestedBeyond(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case CHARACTER.quote:
        at = endOfString(text, at + 1);
        break;
      case CHARACTER.openBracket:
      case CHARACTER.openBrace:
        depth += 1;
        if (depth > MOST_LEVELS) return true;
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

function endOfString(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === CHARACTER.quote) break;
    if (code === CHARACTER.backslash) at += 1;
  }
  return at;
}
