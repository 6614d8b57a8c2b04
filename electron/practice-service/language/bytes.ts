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

const replacement = '\u{FFFD}';

/** Turns bytes into text piece by piece; characters come out when their last byte has come in. */
export class TextDecoderByPiece {
  #pending: number[] = [];
  #expected = 0;

  /** The characters that these bytes complete. */
  push(bytes: Uint8Array): string {
    let text = '';
    for (const byte of bytes) text += this.#take(byte);
    return text;
  }

  /** What is left at the end: a replacement character for an unfinished one. */
  end(): string {
    const rest = this.#pending.length > 0 ? replacement : '';
    this.#pending = [];
    return rest;
  }

  #take(byte: number): string {
    let text = '';
    if (this.#pending.length > 0 && !this.#continues(byte)) text = this.end();
    if (this.#pending.length === 0) {
      if (byte < 0x80) return text + String.fromCharCode(byte);
      this.#expected = lengthByFirst(byte);
      if (this.#expected === 0) return text + replacement;
    }
    this.#pending.push(byte);
    if (this.#pending.length < this.#expected) return text;
    const code = codePointOf(this.#pending);
    this.#pending = [];
    return text + String.fromCodePoint(code);
  }

  /** Whether a byte may follow those that are there (table 3-7 of Unicode, surrogates allowed). */
  #continues(byte: number): boolean {
    if (this.#pending.length > 1) return byte >= 0x80 && byte <= 0xbf;
    const first = this.#pending[0] ?? 0;
    const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    const most = first === 0xf4 ? 0x8f : 0xbf;
    return byte >= least && byte <= most;
  }
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
