/** Taking one of some tokens, as the parameters of the call say. */
import type { Weights } from './library.ts';
import type { Random } from './random.ts';

/** The parameters that decide which token is taken; absent ones are null. */
export interface SamplingParameters {
  readonly temperature: number;
  readonly topP: number | null;
  readonly topK: number | null;
  readonly minP: number | null;
  readonly frequencyPenalty: number;
  readonly presencePenalty: number;
  readonly repetitionPenalty: number;
  /** Bias by token, -100 to 100. */
  readonly logitBias: ReadonlyMap<number, number>;
}

/** A token with the natural logarithm of its probability. */
export interface TokenLogprob {
  readonly token: number;
  readonly logprob: number;
}

const BIAS = {
  /** A token with this bias is never taken. */
  ban: -100,
  /** Only tokens with this bias are taken. */
  force: 100,
  /** Weight to begin with, of a token that has only a bias. */
  weight: 1e-6,
} as const;

/** Ranks tokens for the parameters of one call. */
export type Ranking = (
  weights: Weights,
  used: ReadonlyMap<number, number>,
) => readonly TokenLogprob[];

/**
 * Ranks tokens after penalties and bias, the likeliest first; none when all are banned.
 *
 * The repetition penalty counts prompt and answer and scales the logarithm (Keskar et al. 2019);
 * frequency and presence penalty count the answer alone (`used`: how often each token was taken)
 * and are subtracted from it.
 */
export function createRanking(parameters: SamplingParameters, prompt: readonly number[]): Ranking {
  const { frequencyPenalty, presencePenalty, repetitionPenalty, logitBias } = parameters;
  const inPrompt = new Set(repetitionPenalty === 1 ? [] : prompt);
  const biased = [...logitBias.keys()].filter((token) => logitBias.get(token) !== BIAS.ban);
  const forced = biased.filter((token) => logitBias.get(token) === BIAS.force);
  const tokensOf = (weights: Weights): Iterable<number> => {
    if (forced.length > 0) return forced;
    return biased.length > 0 ? new Set([...weights.keys(), ...biased]) : weights.keys();
  };
  return (weights, used) => {
    const logits: TokenLogprob[] = [];
    for (const token of tokensOf(weights)) {
      const bias = logitBias.get(token) ?? 0;
      if (bias === BIAS.ban) continue;
      const uses = used.get(token) ?? 0;
      let logprob = Math.log(weights.get(token) ?? BIAS.weight);
      if (uses > 0 || inPrompt.has(token)) logprob *= repetitionPenalty;
      if (uses > 0) logprob -= frequencyPenalty * uses + presencePenalty;
      logits.push({ token, logprob: logprob + bias });
    }
    logits.sort((a, b) => b.logprob - a.logprob || a.token - b.token);
    const highest = logits[0]?.logprob ?? 0;
    const sum = logits.reduce((total, { logprob }) => total + Math.exp(logprob - highest), 0);
    const shift = highest + Math.log(sum);
    return logits.map(({ token, logprob }) => ({ token, logprob: logprob - shift }));
  };
}

/**
 * Takes one of the ranked tokens: temperature first, then top_k, top_p and min_p cut off the
 * unlikely ones.
 *
 * @returns null when there is none
 */
export function takeToken(
  ranked: readonly TokenLogprob[],
  { temperature, topK, topP, minP }: SamplingParameters,
  random: Random,
): TokenLogprob | null {
  const highest = ranked[0]?.logprob ?? 0;
  const weights = ranked.map(({ logprob }) => Math.exp((logprob - highest) / temperature));
  const enough = topP === null ? Infinity : topP * weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  const kept = weights.slice(0, topK ?? weights.length).filter((weight) => {
    const isKept = sum < enough && weight >= (minP ?? 0);
    if (isKept) sum += weight;
    return isKept;
  });
  let place = random() * sum;
  const taken = kept.findIndex((weight) => (place -= weight) < 0);
  // rounding may leave a rest beyond the last one
  return ranked[Math.max(0, taken)] ?? null;
}
