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

const bias = {
  /** A token with this bias is never taken. */
  ban: -100,
  /** A token with this bias is taken whatever the model thinks. */
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
  if (value === bias.ban) return 0;
  return value === bias.force ? bias.forcedWeight * weight : weight * Math.exp(value);
}

/** Takes tokens as the parameters of one call say. */
export class Sampler {
  readonly #parameters: SamplingParameters;
  readonly #exponent: number;
  /** Background probabilities after temperature, relative to the likeliest token. */
  readonly #background: Float64Array;
  readonly #backgroundTotal: number;
  readonly #likeliest: number;

  constructor(parameters: SamplingParameters, background: Background) {
    this.#parameters = parameters;
    this.#exponent = 1 / parameters.temperature;
    this.#likeliest = background.of(background.ranking[0] ?? 0);
    this.#background = background.probabilities.map((probability) =>
      this.#sharpen(probability, this.#likeliest),
    );
    this.#backgroundTotal = this.#background.reduce((sum, value) => sum + value, 0);
  }

  /**
   * Takes one token: temperature first, then top_k, top_p and min_p cut off the unlikely ones.
   *
   * @returns null when every token is banned
   */
  take(weights: Weights, random: Random): number | null {
    const heaviest = heaviestOf(weights);
    if (heaviest === 0) return null;
    const { topK, topP, minP } = this.#parameters;
    if (topK === null && topP === null && minP === null) {
      return this.#takeFromAll(weights, heaviest, random);
    }
    const kept: (readonly [number, number])[] = [];
    const enough = topP === null ? Infinity : topP * this.#totals(weights, heaviest).all;
    let sum = 0;
    for (const [token, weight] of heaviestFirst(weights)) {
      const sharpened = this.#sharpen(weight, heaviest);
      if (weight === 0 || sharpened < (minP ?? 0) || kept.length === topK) break;
      kept.push([token, sharpened]);
      sum += sharpened;
      if (sum >= enough) break;
    }
    return takeFrom(kept, random() * sum) ?? kept[0]?.[0] ?? null;
  }

  #takeFromAll(weights: Weights, heaviest: number, random: Random): number | null {
    const { own, all, scale } = this.#totals(weights, heaviest);
    const place = random() * all;
    const sharpened = [...weights.own].map(
      ([token, weight]) => [token, this.#sharpen(weight, heaviest)] as const,
    );
    const taken = takeFrom(sharpened, place);
    if (taken !== null) return taken;
    const implied = weights.background.ranking
      .filter((token) => !weights.own.has(token))
      .map((token) => [token, scale * (this.#background[token] ?? 0)] as const);
    // rounding may leave a rest beyond the last token
    return takeFrom(implied, place - own) ?? implied[0]?.[0] ?? sharpened[0]?.[0] ?? null;
  }

  /** Sums after temperature, relative to the heaviest token. */
  #totals(weights: Weights, heaviest: number): { own: number; all: number; scale: number } {
    let own = 0;
    let implied = this.#backgroundTotal;
    for (const [token, weight] of weights.own) {
      own += this.#sharpen(weight, heaviest);
      implied -= this.#background[token] ?? 0;
    }
    const scale = this.#sharpen(weights.share * this.#likeliest, heaviest);
    return { own, scale, all: own + scale * Math.max(0, implied) };
  }

  /** Relative to the heaviest, so that nothing overflows at a low temperature. */
  #sharpen(weight: number, heaviest: number): number {
    return this.#exponent === 1 ? weight / heaviest : (weight / heaviest) ** this.#exponent;
  }
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
