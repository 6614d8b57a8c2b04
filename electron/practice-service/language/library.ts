/** The corpus as the models know it: its tokens, and those that follow each other in it. */
import { CORPUS } from './corpus/index.ts';
import type { Skill } from './models.ts';
import { createTokenizer, SPECIAL_TOKENS, type Tokenizer } from './tokenizer.ts';

/** Some dozens of tokens that may come next, and how likely each of them is. */
export type Weights = Map<number, number>;

/** The tokens and the texts that all models have in common. */
export interface Library {
  readonly tokenizer: Tokenizer;
  /** Tokens that may come after these ones; their weights add up to 1. */
  predict(tokens: readonly number[], skill: Skill): Weights;
}

const MOST = {
  /** Longest context whose successors are known, in tokens. */
  context: 4,
  /** Successors that are kept of a context. */
  successors: 24,
  /** Commonest words, for a context that was never met. */
  words: 24,
} as const;

/** Reads the corpus; takes about a tenth of a second. */
export function readLibrary(): Library {
  const tokenizer = createTokenizer(CORPUS.flatMap(({ title, text }) => [` ${title}`, text]));
  const { end } = SPECIAL_TOKENS;
  const counts = new Map<string, Map<number, number>>();
  const words = new Map<number, number>();
  for (const { text } of CORPUS) {
    const tokens = [end, ...tokenizer.encode(text), end];
    for (let at = 1; at < tokens.length; at += 1) {
      const token = tokens[at] ?? end;
      if (/^ [a-z]/u.test(tokenizer.label(token))) add(words, token, 1);
      for (let length = 1; length <= Math.min(at, MOST.context); length += 1) {
        const context = tokens.slice(at - length, at).join(' ');
        const known = counts.get(context) ?? new Map<number, number>();
        counts.set(context, known);
        add(known, token, 1);
      }
    }
  }
  const successors = new Map(
    [...counts].map(([context, known]) => [context, commonest(known, MOST.successors)]),
  );
  const anywhere = commonest(words, MOST.words);
  return {
    tokenizer,
    predict: (tokens, { memory, doubt }) => {
      const weights: Weights = new Map();
      let left = 1;
      for (let length = Math.min(memory, tokens.length); length > 0; length -= 1) {
        const known = successors.get(tokens.slice(-length).join(' '));
        if (known === undefined) continue;
        // a context is trusted more the more often it was met
        const trust = (left * known.total) / (known.total + doubt);
        for (const [token, count] of known.counts)
          add(weights, token, (trust * count) / known.total);
        left -= trust;
      }
      for (const [token, count] of anywhere.counts) {
        add(weights, token, (left * count) / anywhere.total);
      }
      return weights;
    },
  };
}

function add(weights: Weights, token: number, weight: number): void {
  weights.set(token, (weights.get(token) ?? 0) + weight);
}

function commonest(counts: Weights, most: number) {
  const kept = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, most);
  return { counts: kept, total: kept.reduce((sum, [, count]) => sum + count, 0) };
}
