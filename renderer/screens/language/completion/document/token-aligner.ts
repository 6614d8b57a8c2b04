/**
 * Places of tokens in a text. They follow from joining the tokens and comparing them with the text that
 * arrived; a service's `text_offset` counts bytes, code points or something else, from one place or
 * another. Where tokens and text disagree, the rest of the text stays without tokens.
 */
import type { TokenLogprob } from '../../../../../shared/api/language-answer.ts';

/** A piece of text with the token that it came from; several where a character is spread over tokens. */
export interface PlacedToken {
  /** UTF-16 units from the beginning of the answer. */
  readonly from: number;
  readonly to: number;
  readonly tokens: readonly TokenLogprob[];
}

export interface TokenAligner {
  /** Takes text and tokens as they arrive, in any pieces; returns the tokens that have their place now. */
  add(text: string, tokens: readonly TokenLogprob[]): readonly PlacedToken[];
  /** False once tokens and text disagreed. */
  readonly isAligned: boolean;
}

/** A token that names single bytes, as some services write them: `bytes:\xf0\x9f`. */
const BYTES = /^bytes:((?:\\x[0-9a-f]{2})+)$/iu;

/** A token of replacement characters alone stands for a part of a character. */
const REPLACED = /^\u{FFFD}+$/u;

export function createTokenAligner(): TokenAligner {
  let isAligned = true;
  /** Text without tokens yet, and where it begins. */
  let rest = '';
  let at = 0;
  let waiting: readonly TokenLogprob[] = [];
  /** Parts of a character that is not complete yet, and tokens without a text. */
  let parts: TokenLogprob[] = [];

  function place(length: number, tokens: readonly TokenLogprob[]): PlacedToken {
    const placed = { from: at, to: at + length, tokens };
    rest = rest.slice(length);
    at += length;
    return placed;
  }

  /** @returns the places of the first waiting token; `wait` for more text; `bad` when they disagree */
  function next(token: TokenLogprob): readonly PlacedToken[] | 'wait' | 'bad' {
    const { token: text } = token;
    const bytes = bytesOf(text);
    if (bytes !== undefined || text === '' || (REPLACED.test(text) && !rest.startsWith(text))) {
      parts.push(token);
      const whole = characterOf(parts);
      if (whole === undefined) return [];
      if (!rest.startsWith(whole)) {
        if (!whole.startsWith(rest)) return 'bad';
        parts.pop();
        return 'wait';
      }
      const all = parts;
      parts = [];
      return [place(whole.length, all)];
    }
    if (parts.length > 0) return afterParts(token);
    if (rest.startsWith(text)) return [place(text.length, [token])];
    return text.startsWith(rest) ? 'wait' : 'bad';
  }

  /** Parts whose bytes are unknown cover the characters up to where the next token is found. */
  function afterParts(token: TokenLogprob): readonly PlacedToken[] | 'wait' | 'bad' {
    const hidden = parts.filter((part) => part.token !== '').length;
    const characters = Array.from(rest.slice(0, 2 * parts.length + token.token.length + 2));
    for (let count = hidden > 0 ? 1 : 0; count <= parts.length; count += 1) {
      const before = characters.slice(0, count).join('');
      if (count > characters.length) return 'wait';
      if (!rest.startsWith(token.token, before.length)) continue;
      const all = parts;
      parts = [];
      if (before === '') return [place(token.token.length, [...all, token])];
      return [place(before.length, all), place(token.token.length, [token])];
    }
    return rest.length < 2 * parts.length + token.token.length ? 'wait' : 'bad';
  }

  return {
    add(text, tokens) {
      rest += text;
      if (!isAligned) return [];
      waiting = waiting.length === 0 ? tokens : [...waiting, ...tokens];
      const placed: PlacedToken[] = [];
      let used = 0;
      for (const token of waiting) {
        const found = next(token);
        if (found === 'wait') break;
        if (found === 'bad') {
          isAligned = false;
          waiting = [];
          return placed;
        }
        placed.push(...found);
        used += 1;
      }
      waiting = used === 0 ? waiting : waiting.slice(used);
      return placed;
    },
    get isAligned() {
      return isAligned;
    },
  };
}

/** The bytes that a token names, if it does. */
export function bytesOf(token: string): readonly number[] | undefined {
  const named = BYTES.exec(token)?.[1];
  return named?.match(/[0-9a-f]{2}/giu)?.map((pair) => Number.parseInt(pair, 16));
}

/** The characters that parts of named bytes make together; `undefined` while they are not complete. */
function characterOf(parts: readonly TokenLogprob[]): string | undefined {
  const bytes: number[] = [];
  for (const { token } of parts) {
    const named = bytesOf(token);
    if (named === undefined && token !== '') return undefined;
    bytes.push(...(named ?? []));
  }
  if (bytes.length === 0) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes),
    );
  } catch {
    return undefined;
  }
}

/** A part of a character, or nothing at all: no text could go on from it. */
export function isPartOfCharacter(token: string): boolean {
  return bytesOf(token) !== undefined || REPLACED.test(token);
}
