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
  maxTokens: { range: '1 <= x', isInside: (x) => x >= 1, isWhole: true },
  // 1 is the default, but the published range leaves it out: who wants one answer sends nothing
  n: { range: '1 < x < 128', isInside: (x) => x > 1 && x < 128, isWhole: true, isNullable: true },
  seed: { range: 'any whole number', isInside: () => true, isWhole: true, isNullable: true },
  penalty: { range: '-2 < x < 2', isInside: (x) => x > -2 && x < 2, isNullable: true },
  repetition: { range: '0 < x < 2', isInside: (x) => x > 0 && x < 2, isNullable: true },
  temperature: { range: '0 < x < 2', isInside: (x) => x > 0 && x < 2, isNullable: true },
  topP: { range: '0 < x <= 1', isInside: (x) => x > 0 && x <= 1, isNullable: true },
  topK: {
    range: '1 < x < 128',
    isInside: (x) => x > 1 && x < 128,
    isWhole: true,
    isNullable: true,
  },
  minP: { range: '0 <= x <= 1', isInside: (x) => x >= 0 && x <= 1, isNullable: true },
} as const satisfies Record<string, NumberRule>;

/** "stop sequences | completions | at most 4". */
const MOST_STOPS = 4;
/** "logit_bias values | completions | -100 to 100". */
const MOST_BIAS = 100;

/**
 * Reads the parameters that completions and chat have in common.
 *
 * @param vocabularySize number of tokens, for the keys of logit_bias
 * @throws ServiceError 400 INVALID_REQUEST_BODY that names the field and its range
 */
export function readCallParameters(body: JsonObject, vocabularySize: number): CallParameters {
  const { model } = body;
  if (typeof model !== 'string' || model === '') {
    throw invalidField('model', 'model is missing or is not a string.', 'string', model);
  }
  const isStreamed = readFlag(body, 'stream');
  return {
    model,
    maxTokens: readNumber(body, 'max_tokens', RULES.maxTokens),
    isStreamed,
    includesUsage: readIncludesUsage(body['stream_options'], isStreamed),
    n: readNumber(body, 'n', RULES.n) ?? 1,
    seed: readNumber(body, 'seed', RULES.seed),
    stops: readStops(body['stop']),
    sampling: {
      temperature: readNumber(body, 'temperature', RULES.temperature) ?? 1,
      topP: readNumber(body, 'top_p', RULES.topP),
      topK: readNumber(body, 'top_k', RULES.topK),
      minP: readNumber(body, 'min_p', RULES.minP),
      frequencyPenalty: readNumber(body, 'frequency_penalty', RULES.penalty) ?? 0,
      presencePenalty: readNumber(body, 'presence_penalty', RULES.penalty) ?? 0,
      repetitionPenalty: readNumber(body, 'repetition_penalty', RULES.repetition) ?? 1,
      logitBias: readLogitBias(body['logit_bias'], vocabularySize),
    },
  };
}

function readIncludesUsage(options: unknown, isStreamed: boolean): boolean {
  if (options === undefined || options === null) return false;
  const range = 'only with stream: true; {include_usage: boolean}';
  if (!isStreamed) {
    throw invalidField(
      'stream_options',
      'stream_options may only be set when stream is true.',
      range,
      options,
    );
  }
  if (isObject(options)) {
    const included = options['include_usage'] ?? false;
    if (typeof included === 'boolean') return included;
  }
  throw invalidField(
    'stream_options',
    'stream_options must be an object with the boolean include_usage.',
    range,
    options,
  );
}

function readStops(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const stops: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (
    stops.length > MOST_STOPS ||
    !stops.every((stop) => typeof stop === 'string' && stop !== '')
  ) {
    throw invalidField(
      'stop',
      `stop must be a text or a list of at most ${MOST_STOPS} texts that are not empty.`,
      `at most ${MOST_STOPS} sequences`,
      value,
    );
  }
  return stops.filter((stop) => typeof stop === 'string');
}

function readLogitBias(value: unknown, vocabularySize: number): ReadonlyMap<number, number> {
  const bias = new Map<number, number>();
  if (value === undefined || value === null) return bias;
  const range = `whole numbers from -${MOST_BIAS} to ${MOST_BIAS} by token id`;
  if (!isObject(value)) {
    throw invalidField('logit_bias', `logit_bias must be an object: ${range}.`, range, value);
  }
  for (const [key, amount] of Object.entries(value)) {
    const token = Number(key);
    if (!/^\d{1,7}$/u.test(key) || token >= vocabularySize) {
      throw invalidField(
        'logit_bias',
        `logit_bias has the key ${key}, which is no token id of this model (0 to ${vocabularySize - 1}).`,
        range,
        key,
      );
    }
    if (!Number.isInteger(amount) || Math.abs(Number(amount)) > MOST_BIAS) {
      throw invalidField(
        'logit_bias',
        `logit_bias must be a whole number from -${MOST_BIAS} to ${MOST_BIAS} for each token, but is ${JSON.stringify(amount)} for token ${key}.`,
        range,
        amount,
      );
    }
    bias.set(token, Number(amount));
  }
  return bias;
}
