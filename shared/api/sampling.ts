/** Unset fields are not sent, because unset is not the default. */
import { z } from 'zod';

/** `exclusive` where the specification writes `<` and not `<=`. */
interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly isMinExclusive?: boolean;
  readonly isMaxExclusive?: boolean;
  readonly isWhole?: boolean;
}

export const SAMPLING_LIMITS = {
  /** "1 < x < 128"; 1 is the default and is not sent. */
  n: { min: 1, max: 128, isMaxExclusive: true, isWhole: true },
  frequencyPenalty: { min: -2, max: 2, isMinExclusive: true, isMaxExclusive: true },
  presencePenalty: { min: -2, max: 2, isMinExclusive: true, isMaxExclusive: true },
  /** 1 means no penalty; more penalises repetition. */
  repetitionPenalty: { min: 0, max: 2, isMinExclusive: true, isMaxExclusive: true },
  temperature: { min: 0, max: 2, isMinExclusive: true, isMaxExclusive: true },
  topP: { min: 0, max: 1, isMinExclusive: true },
  topK: { min: 1, max: 128, isMinExclusive: true, isMaxExclusive: true, isWhole: true },
  minP: { min: 0, max: 1 },
  logprobs: { min: 0, max: 5, isWhole: true },
  logitBias: { min: -100, max: 100, isWhole: true },
  /** Together with the prompt at most the model's context. */
  maxTokens: { min: 1, max: Number.MAX_SAFE_INTEGER, isWhole: true },
  seed: { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, isWhole: true },
  /** Greater than `n`, and not streamable. */
  bestOf: { min: 1, max: 128, isMaxExclusive: true, isWhole: true },
} as const satisfies Readonly<Record<string, Bounds>>;

export const MAX_STOP_SEQUENCES = 4;

export const samplingShape = {
  model: z.custom<string>((value) => typeof value === 'string' && value.trim() !== '', {
    error: 'Select a model first.',
    params: { limit: 'a model' },
  }),
  maxTokens: within('The maximum number of tokens', SAMPLING_LIMITS.maxTokens).optional(),
  n: within('The number of answers', SAMPLING_LIMITS.n).optional(),
  seed: within('The seed', SAMPLING_LIMITS.seed).optional(),
  frequencyPenalty: within('The frequency penalty', SAMPLING_LIMITS.frequencyPenalty).optional(),
  presencePenalty: within('The presence penalty', SAMPLING_LIMITS.presencePenalty).optional(),
  repetitionPenalty: within('The repetition penalty', SAMPLING_LIMITS.repetitionPenalty).optional(),
  temperature: within('The temperature', SAMPLING_LIMITS.temperature).optional(),
  topP: within('Top P', SAMPLING_LIMITS.topP).optional(),
  topK: within('Top K', SAMPLING_LIMITS.topK).optional(),
  minP: within('Min P', SAMPLING_LIMITS.minP).optional(),
  logprobs: within('The number of alternatives', SAMPLING_LIMITS.logprobs).optional(),
  stop: z
    .custom<readonly string[]>(isStopList, {
      error: `There can be at most ${MAX_STOP_SEQUENCES} stop sequences, none of them empty. Remove some.`,
      params: { limit: `at most ${MAX_STOP_SEQUENCES} texts` },
    })
    .optional(),
  logitBias: z
    .custom<Readonly<Record<string, number>>>(isBiasMap, {
      error: 'A token’s bias must be a whole number from -100 to 100. Change it and try again.',
      params: { limit: 'token ids with whole numbers from -100 to 100' },
    })
    .optional(),
};

const samplingSchema = z.strictObject(samplingShape);

export type SamplingParameters = z.output<typeof samplingSchema>;

export function samplingBody(parameters: SamplingParameters): Readonly<Record<string, unknown>> {
  const { n, stop } = parameters;
  return withoutUnset({
    model: parameters.model,
    max_tokens: parameters.maxTokens,
    // The published range excludes 1, which is the default.
    n: n === 1 ? undefined : n,
    seed: parameters.seed,
    frequency_penalty: parameters.frequencyPenalty,
    presence_penalty: parameters.presencePenalty,
    repetition_penalty: parameters.repetitionPenalty,
    temperature: parameters.temperature,
    top_p: parameters.topP,
    top_k: parameters.topK,
    min_p: parameters.minP,
    logit_bias: parameters.logitBias,
    // The published type is a text, but services of this kind also take a list.
    stop: stop === undefined || stop.length === 0 ? undefined : stop.length === 1 ? stop[0] : stop,
  });
}

export function withoutUnset(
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A number in a published range; its error names the range, the value and a way out. */
export function within(name: string, bounds: Bounds) {
  const limit = describeBounds(bounds);
  return z.custom<number>((value) => typeof value === 'number' && isWithin(value, bounds), {
    error: ({ input }) =>
      `${name} must be ${limit}, not ${typeof input === 'number' ? input : 'something else'}. Change it and try again.`,
    params: { limit },
  });
}

function isWithin(value: number, bounds: Bounds): boolean {
  if (!Number.isFinite(value)) return false;
  if (bounds.isWhole === true && !Number.isSafeInteger(value)) return false;
  const isAbove = bounds.isMinExclusive === true ? value > bounds.min : value >= bounds.min;
  const isBelow = bounds.isMaxExclusive === true ? value < bounds.max : value <= bounds.max;
  return isAbove && isBelow;
}

function describeBounds(bounds: Bounds): string {
  const { min, max, isMinExclusive = false, isMaxExclusive = false, isWhole = false } = bounds;
  if (isWhole) {
    if (max === Number.MAX_SAFE_INTEGER) {
      return min === Number.MIN_SAFE_INTEGER
        ? 'a whole number'
        : `a whole number of ${min} or more`;
    }
    return `a whole number from ${isMinExclusive ? min + 1 : min} to ${isMaxExclusive ? max - 1 : max}`;
  }
  if (!isMinExclusive && !isMaxExclusive) return `a number from ${min} to ${max}`;
  const above = isMinExclusive ? `greater than ${min}` : `at least ${min}`;
  const below = isMaxExclusive ? `less than ${max}` : `at most ${max}`;
  return `${above} and ${below}`;
}

function isStopList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= MAX_STOP_SEQUENCES &&
    value.every((text) => typeof text === 'string' && text !== '')
  );
}

function isBiasMap(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([token, bias]) =>
      token !== '' && typeof bias === 'number' && isWithin(bias, SAMPLING_LIMITS.logitBias),
  );
}
