import { refused, type ServiceError } from '../answer.ts';
import { isObject, type JsonObject } from '../pictures/json-body.ts';
import { answersTo, continuationsOf } from './answers.ts';
import { SPECIAL_TOKENS, tokenizer } from './tokenizer.ts';

export type CallParameters = ReturnType<typeof readCallParameters>;
export type SamplingParameters = CallParameters['sampling'];

export interface Prompt {
  readonly tokens: readonly number[];
  readonly texts: readonly string[];
}

interface NumberRule {
  readonly range: string;
  readonly isInside: (value: number) => boolean;
  readonly isWhole?: boolean;
  /** Otherwise null is the same as leaving the field out. */
  readonly refusesNull?: boolean;
}

// 1 is the default, but the published range excludes it: who wants one answer sends nothing
const SEVERAL: NumberRule = {
  range: '1 < x < 128',
  isInside: (x) => x > 1 && x < 128,
  isWhole: true,
};
const PENALTY: NumberRule = { range: '-2 < x < 2', isInside: (x) => x > -2 && x < 2 };
const TO_TWO: NumberRule = { range: '0 < x < 2', isInside: (x) => x > 0 && x < 2 };

/** "POST /v3/openai/completions", and unpublished ranges of a chat's alternatives. */
const RULES = {
  max_tokens: { range: '1 <= x', isInside: (x) => x >= 1, isWhole: true, refusesNull: true },
  n: SEVERAL,
  seed: { range: 'any whole number', isInside: () => true, isWhole: true },
  temperature: TO_TWO,
  top_p: { range: '0 < x <= 1', isInside: (x) => x > 0 && x <= 1 },
  top_k: SEVERAL,
  min_p: { range: '0 <= x <= 1', isInside: (x) => x >= 0 && x <= 1 },
  frequency_penalty: PENALTY,
  presence_penalty: PENALTY,
  repetition_penalty: TO_TWO,
  logprobs: { range: '0 <= x <= 5', isInside: (x) => x >= 0 && x <= 5, isWhole: true },
  best_of: {
    range: 'n < x <= 128',
    isInside: (x) => x > 1 && x <= 128,
    isWhole: true,
    refusesNull: true,
  },
  top_logprobs: { range: '0 <= x <= 20', isInside: (x) => x >= 0 && x <= 20, isWhole: true },
} as const satisfies Record<string, NumberRule>;

const MOST = {
  /** "stop sequences | completions | at most 4". */
  stops: 4,
  /** "logit_bias values | completions | -100 to 100". */
  bias: 100,
  /** Prompts of one call and messages of one chat; bounds of the practice service alone. */
  prompts: 128,
  messages: 4_096,
} as const;

/** @throws ServiceError 400 that names the field and its range */
export function readCallParameters(body: JsonObject) {
  const { model } = body;
  if (typeof model !== 'string' || model === '') {
    throw invalidField('model', 'must be the name of a model', 'string', model);
  }
  const isStreamed = readFlag(body, 'stream');
  return {
    model,
    maxTokens: readNumber(body, 'max_tokens'),
    isStreamed,
    includesUsage: readIncludesUsage(body['stream_options'] ?? null, isStreamed),
    n: readNumber(body, 'n') ?? 1,
    seed: readNumber(body, 'seed'),
    stops: readStops(body['stop'] ?? []),
    sampling: {
      temperature: readNumber(body, 'temperature') ?? 1,
      topP: readNumber(body, 'top_p'),
      topK: readNumber(body, 'top_k'),
      minP: readNumber(body, 'min_p'),
      frequencyPenalty: readNumber(body, 'frequency_penalty') ?? 0,
      presencePenalty: readNumber(body, 'presence_penalty') ?? 0,
      repetitionPenalty: readNumber(body, 'repetition_penalty') ?? 1,
      logitBias: readLogitBias(body['logit_bias'] ?? {}),
    },
  };
}

/** @throws ServiceError 400 that names the field, the range and the value */
export function readNumber(body: JsonObject, field: keyof typeof RULES): number | null {
  const value = body[field];
  const { range, isInside, isWhole = false, refusesNull = false }: NumberRule = RULES[field];
  if (value === undefined || (value === null && !refusesNull)) return null;
  const isRight =
    typeof value === 'number' && isInside(value) && (!isWhole || Number.isSafeInteger(value));
  if (isRight) return value;
  const kind = isWhole ? 'a whole number' : 'a number';
  throw invalidField(field, `must be ${kind} in the range ${range}`, range, value);
}

/** Null is the same as leaving it out. @throws ServiceError 400 */
export function readFlag(body: JsonObject, field: string): boolean {
  const value = body[field] ?? false;
  if (typeof value === 'boolean') return value;
  throw invalidField(field, 'must be true, false or null', 'boolean', value);
}

export function invalidField(
  field: string,
  problem: string,
  range: string,
  value?: unknown,
): ServiceError {
  const json = JSON.stringify(value) ?? 'nothing';
  const shown = json.length > 60 ? `${json.slice(0, 60)}…` : json;
  const message = `${field} ${problem}, but is ${shown}.`;
  return refused(400, 'INVALID_REQUEST_BODY', message, { field, range, value: shown });
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
  if (texts.length === stops.length && stops.length <= MOST.stops) return texts as string[];
  const range = `at most ${MOST.stops} sequences`;
  const rule = `must be a text or a list of at most ${MOST.stops} texts that are not empty`;
  throw invalidField('stop', rule, range, value);
}

function readLogitBias(value: unknown): ReadonlyMap<number, number> {
  const { size } = tokenizer;
  const range = `whole numbers from -${MOST.bias} to ${MOST.bias} by token id, 0 to ${size - 1}`;
  if (!isObject(value)) throw invalidField('logit_bias', `must have ${range}`, range, value);
  return new Map(
    Object.entries(value).map(([key, amount]) => {
      const isToken = /^\d{1,7}$/u.test(key) && Number(key) < size;
      if (isToken && Number.isInteger(amount) && Math.abs(Number(amount)) <= MOST.bias) {
        return [Number(key), Number(amount)];
      }
      throw invalidField('logit_bias', `must have ${range}`, range, { [key]: amount });
    }),
  );
}

/** @throws ServiceError 400 INVALID_REQUEST_BODY */
export function readPrompts({ prompt }: JsonObject): readonly Prompt[] {
  const { size } = tokenizer;
  const isToken = (part: unknown): part is number =>
    Number.isInteger(part) && Number(part) >= 0 && Number(part) < size;
  const isTokens = (part: unknown): part is readonly number[] =>
    Array.isArray(part) && part.length > 0 && part.every(isToken);
  const isText = (part: unknown): part is string => typeof part === 'string';
  const parts: readonly unknown[] = Array.isArray(prompt) && !isTokens(prompt) ? prompt : [prompt];
  const isOfOneKind = parts.every(isText) || parts.every(isTokens);
  if (parts.length === 0 || parts.length > MOST.prompts || !isOfOneKind) {
    const range =
      'a string, an array of strings, an array of tokens, or an array of token arrays, ' +
      `not empty, with at most ${MOST.prompts} prompts and token ids from 0 to ${size - 1}`;
    throw invalidField('prompt', `must be ${range}`, range, prompt);
  }
  return parts.map((part) => {
    const text = isText(part) ? part : tokenizer.decode(part);
    const tokens = isText(part) ? tokenizer.encode(part) : part;
    return { tokens, texts: continuationsOf(text) };
  });
}

/** A last message of the assistant's is continued. @throws ServiceError 400 */
export function readChat(body: JsonObject): Prompt {
  const messages = readMessages(body['messages']);
  const tokens = messages.flatMap(({ role, text }) => [
    SPECIAL_TOKENS[role],
    ...tokenizer.encode(text),
  ]);
  if (messages.at(-1)?.role !== 'assistant') tokens.push(SPECIAL_TOKENS.assistant);
  const question = messages.findLast(({ role }) => role === 'user');
  const system = messages.filter(({ role }) => role === 'system').map(({ text }) => text);
  const hasPicture = question?.hasPicture === true;
  const texts = answersTo(question?.text ?? '', { instructions: system.join('\n'), hasPicture });
  return { tokens, texts };
}

function readMessages(value: unknown) {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST.messages) {
    const range = `1 to ${MOST.messages} objects with role and content`;
    throw invalidField('messages', `must be a list of ${range}`, range, value);
  }
  return value.map((message: unknown, index) => {
    const { role, content } = isObject(message) ? message : {};
    if (role !== 'system' && role !== 'user' && role !== 'assistant') {
      const range = 'system, user or assistant';
      throw invalidField(`messages[${index}].role`, `must be ${range}`, range, role);
    }
    if (typeof content === 'string') return { role, text: content, hasPicture: false } as const;
    const field = `messages[${index}].content`;
    // beyond the specification, which shows strings only: text and pictures as usual for this shape
    const parts: readonly unknown[] = Array.isArray(content) ? content : [];
    const texts = parts.flatMap((part) =>
      isObject(part) && typeof part['text'] === 'string' ? [part['text']] : [],
    );
    const pictures = parts.filter((part) => isObject(part) && isObject(part['image_url']));
    if (parts.length === 0 || texts.length + pictures.length < parts.length) {
      throw invalidField(
        field,
        'must be a string, or a list of texts and pictures',
        'string',
        content,
      );
    }
    return { role, text: texts.join('\n'), hasPicture: pictures.length > 0 } as const;
  });
}
