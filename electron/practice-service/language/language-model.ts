/** The prediction of the next token, from sources that are asked one after another. */
import type { Background, Weights } from './distribution.ts';
import { LONGEST_CONTEXT, type NgramCounts } from './ngrams.ts';

/** Something that a model draws on. */
export interface Source {
  /**
   * Gives weight to the tokens that may come next.
   *
   * @param own weights so far; added to
   * @param left weight that is still to be given away
   * @param tokens the text so far
   * @returns weight for the next source
   */
  add(own: Map<number, number>, left: number, tokens: readonly number[]): number;
}

/**
 * How likely each token is after these ones: the sources are asked one after another, and the rest
 * goes to the background.
 */
export function predict(
  sources: readonly Source[],
  background: Background,
  tokens: readonly number[],
): Weights {
  const own = new Map<number, number>();
  const share = sources.reduce((left, source) => source.add(own, left, tokens), 1);
  for (const [token, weight] of own) own.set(token, weight + share * background.of(token));
  return { own, share, background };
}

/**
 * An interpolated n-gram model (Jelinek and Mercer 1980, with trust that grows with the count).
 *
 * Asked from the longest context to the shortest; a context that was met n times is trusted
 * n / (n + doubt).
 *
 * @param longest longest context that is looked at, 1 to 4 tokens
 */
export function createNgramSource(counts: NgramCounts, longest: number, doubt: number): Source {
  return {
    add: (own, left, tokens) => {
      let rest = left;
      for (let length = Math.min(longest, LONGEST_CONTEXT); length > 0; length -= 1) {
        const successors = counts.after(tokens, length);
        if (successors === undefined) continue;
        const trust = (rest * successors.total) / (successors.total + doubt);
        for (const [token, count] of successors.counts) {
          own.set(token, (own.get(token) ?? 0) + (trust * count) / successors.total);
        }
        rest -= trust;
      }
      return rest;
    },
  };
}
