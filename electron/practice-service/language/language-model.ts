import type { Background, Weights } from './distribution.ts';
import { longestContext, type NgramCounts } from './ngrams.ts';

/** One body of texts that a model draws on. */
export interface Source {
  readonly counts: NgramCounts;
  /** Longest context that is looked at, 1 to 4 tokens. */
  readonly longest: number;
  /** Shortest context that is looked at. */
  readonly shortest: number;
  /**
   * How soon the source gives way to shorter contexts and the next source: with `doubt` d a context
   * that was met n times is trusted n / (n + d).
   */
  readonly doubt: number;
}

/**
 * How likely each token is after these ones.
 *
 * An interpolated n-gram model (Jelinek and Mercer 1980, with trust that grows with the count): the
 * sources are asked one after another, each from its longest context to its shortest, and what is
 * left goes to the background.
 */
export function predict(
  sources: readonly Source[],
  background: Background,
  tokens: readonly number[],
): Weights {
  const own = new Map<number, number>();
  let left = 1;
  for (const source of sources) {
    for (let length = source.longest; length >= source.shortest; length -= 1) {
      const successors = source.counts.after(tokens, Math.min(length, longestContext));
      if (successors === undefined) continue;
      const trust = (left * successors.total) / (successors.total + source.doubt);
      for (const [token, count] of successors.counts) {
        own.set(token, (own.get(token) ?? 0) + (trust * count) / successors.total);
      }
      left -= trust;
    }
  }
  for (const [token, weight] of own) own.set(token, weight + left * background.of(token));
  return { own, share: left, background };
}
