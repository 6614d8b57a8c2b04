import { PREPARED_TEXTS } from './prepared.ts';

/** Tokens without text. Their ids follow those of the 256 bytes. */
export const SPECIAL_TOKENS = {
  end: 256,
  system: 257,
  user: 258,
  assistant: 259,
} as const;

const SPECIAL_LABELS = ['<|end|>', '<|system|>', '<|user|>', '<|assistant|>'] as const;
const FIRST_PIECE = SPECIAL_TOKENS.end + SPECIAL_LABELS.length;

/** Splits at line breaks, at words with the space before them, and at single characters. */
const PARTS = /\n+ *| ?[\p{L}\p{M}]+(?:['’]\p{L}+)?| ?\p{N}{1,2}| +|[^]/gu;
/** Other characters stay bytes, so that a token can be a part of a character. */
const LATIN = /^[\n -\u024f]{2,}$/u;
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

const WORDS = PREPARED_TEXTS.join('\n').match(/[\p{L}\p{M}]+/gu) ?? [];
const PIECES = [
  ...new Set([
    ...WORDS.flatMap((word) => [word, ` ${word}`]).filter((word) => LATIN.test(word)),
    ...LETTERS.flatMap((first) => LETTERS.map((second) => first + second)),
    '\n\n',
  ]),
].sort();
const IDS = new Map(PIECES.map((piece, index) => [piece, FIRST_PIECE + index]));
const ENCODER = new TextEncoder();

const pieceOf = (token: number): string => PIECES[token - FIRST_PIECE] ?? '';

function encode(text: string): readonly number[] {
  return (text.match(PARTS) ?? []).flatMap((part) => {
    const id = IDS.get(part);
    if (id !== undefined) return [id];
    const pieces = part.match(/[a-z]{2}|[^]/gu) ?? [];
    return pieces.flatMap((piece) => IDS.get(piece) ?? [...ENCODER.encode(piece)]);
  });
}

/** Decodes one token after another; a character is returned with its last byte. */
function decoder() {
  const bytes = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    push: (token: number): string =>
      token < SPECIAL_TOKENS.end
        ? bytes.decode(Uint8Array.of(token), { stream: true })
        : bytes.decode() + pieceOf(token),
    end: (): string => bytes.decode(),
  };
}

export const tokenizer = {
  size: FIRST_PIECE + PIECES.length,
  encode,
  decoder,
  decode: (tokens: readonly number[]): string => {
    const { push, end } = decoder();
    return tokens.map(push).join('') + end();
  },
  bytes: (token: number): readonly number[] =>
    token < SPECIAL_TOKENS.end ? [token] : [...ENCODER.encode(pieceOf(token))],
  /** Returns the text of a token, or `bytes:\xf0` for a part of a character. */
  label: (token: number): string => {
    if (token >= SPECIAL_TOKENS.end) {
      return SPECIAL_LABELS[token - SPECIAL_TOKENS.end] ?? pieceOf(token);
    }
    return token < 0x80 ? String.fromCharCode(token) : `bytes:\\x${token.toString(16)}`;
  },
} as const;
