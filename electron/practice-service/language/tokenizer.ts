/** Text as tokens, and tokens as text; every string comes back as it was. */

/** Tokens that stand for no text. Their ids follow those of the 256 bytes. */
export const SPECIAL_TOKENS = {
  /** End of a text; generation stops here. Every text begins after one, too. */
  end: 256,
  system: 257,
  user: 258,
  assistant: 259,
} as const;

const SPECIAL_LABELS: readonly string[] = ['<|end|>', '<|system|>', '<|user|>', '<|assistant|>'];
/** Id of the first piece. */
const FIRST_PIECE = 260;
/** In place of the id of a text that is only the beginning of a piece. */
const BEGINNING = -1;

/**
 * Where texts are split: line breaks and indentation, words and numbers with the space before them,
 * signs that repeat themselves, and single characters.
 */
const PARTS = /\n+ *| ?[\p{L}\p{M}]+(?:'\p{L}+)?| ?\p{N}{1,2}| ?([^\s\p{L}\p{M}\p{N}])\1*| +|[^]/gu;

/** A piece is Latin text; other characters stay bytes, so that tokens cut through them. */
const PIECE = /^[\n -\u024f]{2,}$/u;

/** Halves of surrogate pairs, which have no bytes. */
const HALVES = Array.from({ length: 0x800 }, (_none, at) => String.fromCharCode(0xd800 + at));

/** Text to tokens and back. */
export interface Tokenizer {
  /** Number of tokens. */
  readonly size: number;
  encode(text: string): readonly number[];
  decode(tokens: readonly number[]): string;
  /** Decodes one token after another. */
  decoder(): TokenDecoder;
  /** The bytes that a token stands for; none for a special token. */
  bytes(token: number): readonly number[];
  /** A token as it is shown alone: its text, or `bytes:\xf0` for a part of a character. */
  label(token: number): string;
}

/** Gives the text of tokens; a character comes out when its last byte has come in. */
export interface TokenDecoder {
  /** The characters that this token completes. */
  push(token: number): string;
  /** The rest at the end: a replacement character for an unfinished one. */
  end(): string;
}

/** A tokenizer whose pieces are the words of some texts; the same texts always give the same ids. */
export function createTokenizer(texts: readonly string[]): Tokenizer {
  const words = texts.flatMap(partsOf).filter((part) => PIECE.test(part));
  const pairs = words.flatMap((word) => word.match(/[a-z]{2}/gu) ?? []);
  const pieces = [...[...new Set([...words, ...pairs])].sort(), ...HALVES];
  const ids = new Map<string, number>();
  for (const piece of pieces) {
    for (let end = 1; end < piece.length; end += 1) ids.set(piece.slice(0, end), BEGINNING);
  }
  for (const [index, piece] of pieces.entries()) ids.set(piece, FIRST_PIECE + index);
  const encoder = new TextEncoder();
  const textOf = (token: number): string => pieces[token - FIRST_PIECE] ?? '';

  /** A word that is no piece: the longest pieces in it, and the bytes of the rest. */
  function spell(part: string, tokens: number[]): void {
    for (let at = 0; at < part.length;) {
      const code = part.codePointAt(at) ?? 0;
      let text = String.fromCodePoint(code);
      for (let end = at + text.length; ; end += 1) {
        const longer = part.slice(at, end);
        const token = end > part.length ? undefined : ids.get(longer);
        if (token === undefined) break;
        if (token !== BEGINNING) text = longer;
      }
      const token = ids.get(text) ?? BEGINNING;
      if (token !== BEGINNING) tokens.push(token);
      else if (code < 0x80) tokens.push(code);
      else tokens.push(...encoder.encode(text));
      at += text.length;
    }
  }

  function decoder(): TokenDecoder {
    const bytes = new TextDecoder('utf-8', { ignoreBOM: true });
    return {
      push: (token) =>
        token < SPECIAL_TOKENS.end
          ? bytes.decode(Uint8Array.of(token), { stream: true })
          : bytes.decode() + textOf(token),
      end: () => bytes.decode(),
    };
  }

  return {
    size: FIRST_PIECE + pieces.length,
    encode: (text) => {
      const tokens: number[] = [];
      for (const part of partsOf(text)) {
        const token = ids.get(part) ?? BEGINNING;
        if (token === BEGINNING) spell(part, tokens);
        else tokens.push(token);
      }
      return tokens;
    },
    decode: (tokens) => {
      const { push, end } = decoder();
      return tokens.map(push).join('') + end();
    },
    decoder,
    bytes: (token) => (token < SPECIAL_TOKENS.end ? [token] : [...encoder.encode(textOf(token))]),
    label: (token) => {
      if (token >= SPECIAL_TOKENS.end) {
        return SPECIAL_LABELS[token - SPECIAL_TOKENS.end] ?? textOf(token);
      }
      return token < 0x80 ? String.fromCharCode(token) : `bytes:\\x${token.toString(16)}`;
    },
  };
}

function partsOf(text: string): readonly string[] {
  return text.match(PARTS) ?? [];
}
