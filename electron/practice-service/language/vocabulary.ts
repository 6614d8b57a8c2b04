/** The tokens of the models, found in the corpus. */

/** Tokens that stand for no text. Their ids follow those of the 256 bytes. */
export const SPECIAL_TOKENS = {
  /** End of a text; generation stops here. Every text begins after one, too. */
  end: 256,
  system: 257,
  user: 258,
  assistant: 259,
} as const;

const SIZE = {
  /** Single bytes and special tokens; pieces come after them. */
  reserved: 260,
  /** Ids fit in 13 bits, so that four of them make one exact number (see `ngrams.ts`). */
  most: 8_192,
  /** Uses of a word that make it a piece of its own. */
  wordUses: 2,
  /** Different words that share a beginning or an end that becomes a piece. */
  affixWords: 3,
  /** Letters of such a beginning or end. */
  affixLetters: [2, 3, 4, 5, 6],
} as const;

/**
 * Where texts are split before pieces are counted: line breaks and indentation, words and numbers
 * with the space before them, and single signs.
 */
const PARTS =
  /\n+ *|(?: |\b)[\p{L}\p{M}]+(?:'\p{L}+)?| ?\p{N}{1,2}| ?([^\s\p{L}\p{M}\p{N}])\1*| +/gu;

/** Names of the special tokens where a token must be shown. */
const SPECIAL_NAMES: readonly string[] = ['<|end|>', '<|system|>', '<|user|>', '<|assistant|>'];

/** The tokens of a model: 256 bytes, special ones, and word pieces that its texts share. */
export interface Vocabulary {
  readonly size: number;
  /** Word pieces; the id of `pieces[i]` is 260 + i. */
  readonly pieces: readonly string[];
  /** Id of the first piece. */
  readonly firstPiece: number;
}

/** Finds the word pieces of a body of texts; the same texts always give the same ids. */
export function buildVocabulary(texts: readonly string[]): Vocabulary {
  const uses = countUses(texts);
  const pieces = new Set<string>();
  for (const [part, count] of uses) {
    const isPlain = !/[^\p{ASCII}\p{L}]/u.test(part);
    if (part.length > 1 && count >= SIZE.wordUses && isPlain) pieces.add(part);
  }
  for (const affix of sharedAffixes(uses.keys())) pieces.add(affix);
  const sorted = [...pieces].sort((a, b) => (a < b ? -1 : 1)).slice(0, SIZE.most - SIZE.reserved);
  return { size: SIZE.reserved + sorted.length, pieces: sorted, firstPiece: SIZE.reserved };
}

/** How a special token is shown, or null for another one. */
export function specialName(id: number): string | null {
  return SPECIAL_NAMES[id - SPECIAL_TOKENS.end] ?? null;
}

function countUses(texts: readonly string[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const text of texts) {
    for (const part of text.match(PARTS) ?? []) uses.set(part, (uses.get(part) ?? 0) + 1);
  }
  return uses;
}

/** Beginnings (with the space before them) and ends that several words share. */
function sharedAffixes(words: Iterable<string>): readonly string[] {
  const counts = new Map<string, number>();
  for (const word of words) {
    if (!/^ [a-z]{4,}$/u.test(word)) continue;
    for (const letters of SIZE.affixLetters) {
      if (word.length - 1 <= letters) break;
      for (const affix of [word.slice(0, letters + 1), word.slice(-letters)]) {
        counts.set(affix, (counts.get(affix) ?? 0) + 1);
      }
    }
  }
  return [...counts].filter(([, count]) => count >= SIZE.affixWords).map(([affix]) => affix);
}
