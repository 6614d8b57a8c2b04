/**
 * Text as bytes and back, without loss for any JavaScript string.
 *
 * UTF-8, except that half a surrogate pair is kept in the three bytes that the scheme would give it
 * (WTF-8, https://wtf-8.codeberg.page), so that tokens can stand for every string.
 */

/** The bytes of a text. */
export function bytesOf(text: string): Uint8Array {
  if (text.isWellFormed()) return new TextEncoder().encode(text);
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (isSurrogate(code)) {
      bytes.push(0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
    } else {
      bytes.push(...new TextEncoder().encode(character));
    }
  }
  return Uint8Array.from(bytes);
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

const REPLACEMENT = '\u{FFFD}';

/** Turns bytes into text piece by piece; characters come out when their last byte has come in. */
export interface PieceDecoder {
  /** The characters that these bytes complete. */
  push(bytes: Uint8Array): string;
  /** The rest at the end: a replacement character for an unfinished one. */
  end(): string;
}

/** A decoder at the beginning of a text. */
export function createPieceDecoder(): PieceDecoder {
  let pending: number[] = [];
  let expected = 0;

  function end(): string {
    const rest = pending.length > 0 ? REPLACEMENT : '';
    pending = [];
    return rest;
  }

  function take(byte: number): string {
    let text = '';
    if (pending.length > 0 && !continues(pending, byte)) text = end();
    if (pending.length === 0) {
      if (byte < 0x80) return text + String.fromCharCode(byte);
      expected = lengthByFirst(byte);
      if (expected === 0) return text + REPLACEMENT;
    }
    pending.push(byte);
    if (pending.length < expected) return text;
    const code = codePointOf(pending);
    pending = [];
    return text + String.fromCodePoint(code);
  }

  return {
    end,
    push: (bytes) => {
      let text = '';
      for (const byte of bytes) text += take(byte);
      return text;
    },
  };
}

/** Whether a byte may follow those that are there (table 3-7 of Unicode, surrogates allowed). */
function continues(pending: readonly number[], byte: number): boolean {
  if (pending.length > 1) return byte >= 0x80 && byte <= 0xbf;
  const first = pending[0] ?? 0;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xf4 ? 0x8f : 0xbf;
  return byte >= least && byte <= most;
}

/** Bytes of a character that begins so, or 0 when none does. */
function lengthByFirst(byte: number): number {
  if (byte >= 0xc2 && byte <= 0xdf) return 2;
  if (byte >= 0xe0 && byte <= 0xef) return 3;
  return byte >= 0xf0 && byte <= 0xf4 ? 4 : 0;
}

function codePointOf(bytes: readonly number[]): number {
  const [first = 0, ...rest] = bytes;
  const mask = bytes.length === 2 ? 0x1f : bytes.length === 3 ? 0x0f : 0x07;
  return rest.reduce((code, byte) => (code << 6) | (byte & 0x3f), first & mask);
}
