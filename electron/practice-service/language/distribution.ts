/**
 * Weights over all tokens, most of them implied, so that a step is quick with any vocabulary.
 */

/** How likely each token is when nothing is known of the text before it; always above 0. */
export interface Background {
  /** Probabilities by token; they add up to 1. */
  readonly probabilities: Float64Array;
  /** Tokens, the likeliest first. */
  readonly ranking: readonly number[];
  /** The probability of one token. */
  of(token: number): number;
}

/** @param probabilities by token; they add up to 1 */
export function createBackground(probabilities: Float64Array): Background {
  const of = (token: number): number => probabilities[token] ?? 0;
  return {
    probabilities,
    of,
    ranking: [...probabilities.keys()].sort((a, b) => of(b) - of(a)),
  };
}

/**
 * Weights of all tokens, most of them implied: a token has its weight in `own`, or else its
 * background probability times `share`. So a step costs as much as the context has successors and
 * not as much as there are tokens.
 */
export interface Weights {
  readonly own: Map<number, number>;
  readonly share: number;
  readonly background: Background;
}

/** The weight of one token. */
export function weightOf(weights: Weights, token: number): number {
  return weights.own.get(token) ?? weights.share * weights.background.of(token);
}

/** The sum of all weights. */
export function totalOf(weights: Weights): number {
  let [sum, implied] = [0, 1];
  for (const [token, weight] of weights.own) {
    sum += weight;
    implied -= weights.background.of(token);
  }
  return sum + weights.share * Math.max(0, implied);
}

/** The weight of the heaviest token. */
export function heaviestOf(weights: Weights): number {
  const implied = weights.background.ranking.find((token) => !weights.own.has(token));
  let heaviest = implied === undefined ? 0 : weights.share * weights.background.of(implied);
  for (const weight of weights.own.values()) heaviest = Math.max(heaviest, weight);
  return heaviest;
}

/** Tokens with their weights, the heaviest first; among equals the lower id. */
export function* heaviestFirst(weights: Weights): Generator<readonly [number, number]> {
  const own = [...weights.own].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  let next = 0;
  for (const token of weights.background.ranking) {
    if (weights.own.has(token)) continue;
    const weight = weights.share * weights.background.of(token);
    for (; (own[next]?.[1] ?? -1) >= weight; next += 1) {
      const entry = own[next];
      if (entry !== undefined) yield entry;
    }
    yield [token, weight];
  }
  yield* own.slice(next);
}
