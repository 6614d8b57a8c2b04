/** The parameters that completions and chat share, checked against their published ranges. */
import { isObject, type JsonObject } from '../pictures/json-body.ts';
import { invalidField, type NumberRule, readFlag, readNumber } from './body-fields.ts';
import type { SamplingParameters } from './sampling.ts';

/** The parameters that completions and chat have in common. */
export interface CallParameters {
  readonly model: string;
  /** Most tokens of each answer, or null when the call leaves it open. */
  readonly maxTokens: number | null;
  readonly isStreamed: boolean;
  readonly includesUsage: boolean;
  /** Answers for each prompt. */
  readonly n: number;
  readonly seed: number | null;
  readonly stops: readonly string[];
  readonly sampling: SamplingParameters;
}

/** The ranges of "POST /v3/openai/completions", as published. */
const RULES = {
  maxTokens: { range: '1 <= x', isInside: (x) => x >= 1, isWhole: true, refusesNull: true },
  // 1 is the default, but the published range leaves it out: who wants one answer sends nothing
  several: { range: '1 < x < 128', isInside: (x) => x > 1 && x < 128, isWhole: true },
  seed: { range: 'any whole number', isInside: () => true, isWhole: true },
  penalty: { range: '-2 < x < 2', isInside: (x) => x > -2 && x < 2 },
  toTwo: { range: '0 < x < 2', isInside: (x) => x > 0 && x < 2 },
  topP: { range: '0 < x <= 1', isInside: (x) => x > 0 && x <= 1 },
  minP: { range: '0 <= x <= 1', isInside: (x) => x >= 0 && x <= 1 },
} as const satisfies Record<string, NumberRule>;

/** "stop sequences | completions | at most 4". */
const MOST_STOPS = 4;
/** "logit_bias values | completions | -100 to 100". */
const MOST_BIAS = 100;

/**
 * Reads the parameters that completions and chat have in common.
 *
 * @param tokens number of tokens, for the keys of logit_bias
 * @throws ServiceError 400 INVALID_REQUEST_BODY that names the field and its range
 */
export function readCallParameters(body: JsonObject, tokens: number): CallParameters {
  const { model } = body;
  if (typeof model !== 'string' || model === '') {
    throw invalidField('model', 'must be the name of a model', 'string', model);
  }
  const isStreamed = readFlag(body, 'stream');
  return {
    model,
    maxTokens: readNumber(body, 'max_tokens', RULES.maxTokens),
    isStreamed,
    includesUsage: readIncludesUsage(body['stream_options'] ?? null, isStreamed),
    n: readNumber(body, 'n', RULES.several) ?? 1,
    seed: readNumber(body, 'seed', RULES.seed),
    stops: readStops(body['stop'] ?? []),
    sampling: {
      temperature: readNumber(body, 'temperature', RULES.toTwo) ?? 1,
      topP: readNumber(body, 'top_p', RULES.topP),
      topK: readNumber(body, 'top_k', RULES.several),
      minP: readNumber(body, 'min_p', RULES.minP),
      frequencyPenalty: readNumber(body, 'frequency_penalty', RULES.penalty) ?? 0,
      presencePenalty: readNumber(body, 'presence_penalty', RULES.penalty) ?? 0,
      repetitionPenalty: readNumber(body, 'repetition_penalty', RULES.toTwo) ?? 1,
      logitBias: readLogitBias(body['logit_bias'] ?? {}, tokens),
    },
  };
}

function readIncludesUsage(options: unknown, isStreamed: boolean): boolean {
  if (options === null) return false;
  const included = isObject(options) ? (options['include_usage'] ?? false) : null;
  if (isStreamed && typeof included === 'boolean') return included;
  const range = 'only with stream: true; {include_usage: boolean}';
  throw invalidField('stream_options', `must be absent or as here: ${range}`, range, options);
}

function readStops(value: unknown): readonly string[] {
  const stops: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = stops.filter((stop) => typeof stop === 'string' && stop !== '');
  if (texts.length === stops.length && stops.length <= MOST_STOPS) return texts as string[];
  throw invalidField(
    'stop',
    `must be a text or a list of at most ${MOST_STOPS} texts that are not empty`,
    `at most ${MOST_STOPS} sequences`,
    value,
  );
}

function readLogitBias(value: unknown, tokens: number): ReadonlyMap<number, number> {
  const range = `whole numbers from -${MOST_BIAS} to ${MOST_BIAS} by token id, 0 to ${tokens - 1}`;
  if (!isObject(value)) throw invalidField('logit_bias', `must have ${range}`, range, value);
  return new Map(
    Object.entries(value).map(([key, amount]) => {
      const isToken = /^\d{1,7}$/u.test(key) && Number(key) < tokens;
      if (isToken && Number.isInteger(amount) && Math.abs(Number(amount)) <= MOST_BIAS) {
        return [Number(key), Number(amount)];
      }
      throw invalidField('logit_bias', `must have ${range}`, range, { [key]: amount });
    }),
  );
}
