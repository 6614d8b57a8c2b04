/** Taking one token from the weights, as the parameters of the call say. */
import {
  type Background,
  heaviestFirst,
  heaviestOf,
  type Weights,
  weightOf,
} from './distribution.ts';
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

/** How often each token was used. */
export type TokenCounts = ReadonlyMap<number, number>;

const BIAS = {
  /** A token with this bias is never taken. */
  ban: -100,
  /** A token with this bias is always taken. */
  force: 100,
  /** Weight of a forced token beside weights of at most 1: everything else is rounding error. */
  forcedWeight: 1e60,
} as const;

/**
 * The model's weights after penalties and bias.
 *
 * The repetition penalty counts prompt and answer and scales the logarithm (Keskar et al. 2019);
 * frequency and presence penalty count the answer alone and are subtracted from it.
 *
 * @param prompt tokens of the prompt; only looked at with a repetition penalty
 * @param answer tokens of the answer so far
 */
export function adjustWeights(
  weights: Weights,
  parameters: SamplingParameters,
  prompt: TokenCounts,
  answer: TokenCounts,
): Weights {
  const { frequencyPenalty, presencePenalty, repetitionPenalty, logitBias } = parameters;
  const own = new Map(weights.own);
  if (repetitionPenalty !== 1) {
    for (const used of [prompt, answer]) {
      for (const token of used.keys()) {
        own.set(token, weightOf(weights, token) ** repetitionPenalty);
      }
    }
  }
  if (frequencyPenalty !== 0 || presencePenalty !== 0) {
    for (const [token, count] of answer) {
      const before = own.get(token) ?? weightOf(weights, token);
      own.set(token, before * Math.exp(-frequencyPenalty * count - presencePenalty));
    }
  }
  for (const [token, value] of logitBias) {
    const before = own.get(token) ?? weightOf(weights, token);
    own.set(token, biased(before, value));
  }
  return { ...weights, own };
}

function biased(weight: number, value: number): number {
  if (value === BIAS.ban) return 0;
  return value === BIAS.force ? BIAS.forcedWeight * weight : weight * Math.exp(value);
}

/** Takes tokens as the parameters of one call say. */
export interface Sampler {
  /**
   * Takes one token: temperature first, then top_k, top_p and min_p cut off the unlikely ones.
   *
   * @returns null when every token is banned
   */
  take(weights: Weights, random: Random): number | null;
}

/** A sampler for weights over this background. */
export function createSampler(parameters: SamplingParameters, background: Background): Sampler {
  const { topK, topP, minP } = parameters;
  const exponent = 1 / parameters.temperature;
  /** Relative to the heaviest, so that nothing overflows at a low temperature. */
  const sharpen = (weight: number, heaviest: number): number =>
    exponent === 1 ? weight / heaviest : (weight / heaviest) ** exponent;
  const likeliest = background.of(background.ranking[0] ?? 0);
  /** Background probabilities after temperature, relative to the likeliest token. */
  const sharpened = background.probabilities.map((probability) => sharpen(probability, likeliest));
  const sharpenedTotal = sharpened.reduce((sum, value) => sum + value, 0);

  /** Sums after temperature, relative to the heaviest token. */
  function totals(weights: Weights, heaviest: number): { own: number; all: number; scale: number } {
    let own = 0;
    let implied = sharpenedTotal;
    for (const [token, weight] of weights.own) {
      own += sharpen(weight, heaviest);
      implied -= sharpened[token] ?? 0;
    }
    const scale = sharpen(weights.share * likeliest, heaviest);
    return { own, scale, all: own + scale * Math.max(0, implied) };
  }

  function takeFromAll(weights: Weights, heaviest: number, random: Random): number | null {
    const { own, all, scale } = totals(weights, heaviest);
    const place = random() * all;
    const candidates = [...weights.own].map(
      ([token, weight]) => [token, sharpen(weight, heaviest)] as const,
    );
    const taken = takeFrom(candidates, place);
    if (taken !== null) return taken;
    const implied = weights.background.ranking
      .filter((token) => !weights.own.has(token))
      .map((token) => [token, scale * (sharpened[token] ?? 0)] as const);
    // Rounding may leave a rest beyond the last token.
    return takeFrom(implied, place - own) ?? implied[0]?.[0] ?? candidates[0]?.[0] ?? null;
  }

  return {
    take: (weights, random) => {
      const heaviest = heaviestOf(weights);
      if (heaviest === 0) return null;
      if (topK === null && topP === null && minP === null) {
        return takeFromAll(weights, heaviest, random);
      }
      const kept: (readonly [number, number])[] = [];
      const enough = topP === null ? Infinity : topP * totals(weights, heaviest).all;
      let sum = 0;
      for (const [token, weight] of heaviestFirst(weights)) {
        const own = sharpen(weight, heaviest);
        if (weight === 0 || own < (minP ?? 0) || kept.length === topK) break;
        kept.push([token, own]);
        sum += own;
        if (sum >= enough) break;
      }
      return takeFrom(kept, random() * sum) ?? kept[0]?.[0] ?? null;
    },
  };
}

/** The token at a place along the weights, or null when they do not reach it. */
function takeFrom(weights: readonly (readonly [number, number])[], place: number): number | null {
  let left = place;
  for (const [token, weight] of weights) {
    left -= weight;
    if (left < 0) return token;
  }
  return null;
}
