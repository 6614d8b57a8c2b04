/**
 * Finds positions by comparing joined tokens with the text: `text_offset` is in bytes or code
 * points, depending on the service. After a mismatch, the rest has no tokens.
 */
import type { TokenLogprob } from '../../../../../shared/api/language-answer.ts';

export interface PlacedToken {
  /** UTF-16 units from the beginning of the answer. */
  readonly from: number;
  readonly to: number;
  readonly tokens: readonly TokenLogprob[];
}

export type TokenAligner = ReturnType<typeof createTokenAligner>;

/** Some services name single bytes: `bytes:\xf0\x9f`. */
const BYTES = /^bytes:((?:\\x[0-9a-f]{2})+)$/iu;

/** Replacement characters stand for part of a character. */
const REPLACED = /^\u{FFFD}+$/u;

export function createTokenAligner() {
  let isAligned = true;
  /** Text without tokens yet. */
  let rest = '';
  let at = 0;
  let waiting: readonly TokenLogprob[] = [];
  /** Parts of an incomplete character, and empty tokens. */
  let parts: TokenLogprob[] = [];

  function place(length: number, tokens: readonly TokenLogprob[]): PlacedToken {
    const placed = { from: at, to: at + length, tokens };
    rest = rest.slice(length);
    at += length;
    return placed;
  }

  /** @returns `wait` for more text, `bad` after a mismatch */
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

  /** Assigns parts of unknown bytes the characters up to the next token. */
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
    /** Accepts pieces of any size; returns the tokens placed so far. */
    add(text: string, tokens: readonly TokenLogprob[]): readonly PlacedToken[] {
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
    get isAligned(): boolean {
      return isAligned;
    },
  };
}

function bytesOf(token: string): readonly number[] | undefined {
  const named = BYTES.exec(token)?.[1];
  return named?.match(/[0-9a-f]{2}/giu)?.map((pair) => Number.parseInt(pair, 16));
}

/** Decodes named bytes; `undefined` while incomplete. */
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

/** True if no text could continue from it: part of a character, or empty. */
export function isPartOfCharacter(token: string): boolean {
  return bytesOf(token) !== undefined || REPLACED.test(token);
}
