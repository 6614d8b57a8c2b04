/** Specification, "Completion response"; chat as services of this kind send it. */
import { z } from 'zod';
import {
  isRecord,
  lenientId,
  lenientList,
  lenientObject,
  lenientString,
  lenientText,
  lenientWhole,
  MOST,
  numberOf,
} from './lenient.ts';

export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
  /** Reasoning tokens of the completion, if the service counts them separately. */
  readonly reasoningTokens?: number | undefined;
  /** Some tokens have other prices (cache, sound …) or are not counted. */
  readonly isRough?: true | undefined;
}

export interface TokenLogprob {
  readonly token: string;
  /** Natural logarithm of the probability; `undefined` if the service sends none. */
  readonly logprob?: number | undefined;
  readonly alternatives: readonly { readonly token: string; readonly logprob: number }[];
}

interface ChoicePiece {
  readonly index: number;
  readonly text: string;
  /** Reasoning before the answer. */
  readonly thoughts: string;
  readonly logprobs: readonly TokenLogprob[];
  /** `stop`, `length` or another word of the service; `undefined` until it ends. */
  readonly finishReason: string | undefined;
}

export interface LanguageAnswer {
  readonly id: string | undefined;
  readonly model: string | undefined;
  readonly created: number | undefined;
  readonly choices: readonly ChoicePiece[];
  readonly usage: TokenUsage | undefined;
}

/** Choices above this index are a mistake of the service and are left out. */
export const MOST_CHOICES = 1000;

const choiceSchema = z.looseObject({
  index: lenientWhole(Number.MAX_SAFE_INTEGER),
  text: lenientString,
  delta: z.unknown().optional(),
  message: z.unknown().optional(),
  finish_reason: lenientText(MOST.word),
  logprobs: z.unknown().optional(),
});

const choiceList = lenientList(choiceSchema);

const tokens = lenientWhole(MOST.tokens);

const usageSchema = z.looseObject({
  prompt_tokens: tokens,
  completion_tokens: tokens,
  total_tokens: tokens,
  completion_tokens_details: lenientObject({ reasoning_tokens: tokens }),
});

const answerSchema = lenientObject({
  id: lenientId,
  model: lenientId,
  created: lenientWhole(MOST.unixSeconds),
  choices: z.unknown().optional(),
  usage: z.unknown().optional(),
});

/** Never throws. */
export function readLanguageAnswer(json: unknown): LanguageAnswer {
  const answer = answerSchema.parse(json);
  const listed: readonly unknown[] = Array.isArray(answer.choices) ? answer.choices : [];
  const choices = choiceList.parse(listed.slice(0, MOST_CHOICES));
  return {
    id: answer.id,
    model: answer.model,
    created: answer.created,
    choices: choices
      .map((choice, position) => ({
        index: choice.index ?? position, // A broken choice has no index, so its position counts.
        ...said(choice),
        logprobs: readLogprobs(choice.logprobs),
        finishReason: finishReasonOf(choice.finish_reason),
      }))
      .filter(({ index }) => index < MOST_CHOICES),
    usage: readUsage(answer.usage),
  };
}

/** Synonyms of `stop`; other words are kept. */
const STOPPED = /^(?:stop|stop_sequence|end_turn|eos|eos_token|end_of_text|completed?|finished)$/iu;
const AT_LIMIT = /^(?:length|max_(?:output_|new_)?tokens|token_limit|model_length)$/iu;

function finishReasonOf(word: string | undefined): string | undefined {
  if (word === undefined || word === '' || word === 'null') return undefined;
  if (STOPPED.test(word)) return 'stop';
  return AT_LIMIT.test(word) ? 'length' : word;
}

/** Fields in which services of this kind send reasoning. */
const THOUGHTS = ['reasoning_content', 'reasoning', 'thinking'] as const;

/** Only the first filled field counts, as services repeat the same content. */
function said(choice: z.output<typeof choiceSchema>): Pick<ChoicePiece, 'text' | 'thoughts'> {
  const parts = [choice.delta, choice, choice.message].filter(isRecord);
  const contents = parts.map(({ content }) => contentOf(content));
  const texts = [...contents.map(({ text }) => text), choice.text];
  const refusals = parts.map(({ refusal }) => stringOf(refusal));
  const thoughts = parts.flatMap((part) => THOUGHTS.map((name) => stringOf(part[name])));
  return {
    text: firstFilled(texts) + firstFilled(refusals),
    thoughts: firstFilled(thoughts) + firstFilled(contents.map((each) => each.thoughts)),
  };
}

function firstFilled(texts: readonly (string | undefined)[]): string {
  return texts.find((text) => text !== undefined && text !== '') ?? '';
}

function contentOf(content: unknown): { readonly text: string; readonly thoughts: string } {
  if (typeof content === 'string') return { text: content, thoughts: '' };
  let text = '';
  let thoughts = '';
  for (const part of listOf(content)) {
    if (!isRecord(part)) {
      text += stringOf(part);
      continue;
    }
    const isThought = /think|reason/iu.test(stringOf(part['type']));
    const words = ['text', 'thinking', 'reasoning', 'refusal', 'content']
      .map((name) => wordsOf(part[name]))
      .find((each) => each !== '');
    if (isThought) thoughts += words ?? '';
    else text += words ?? '';
  }
  return { text, thoughts };
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return contentOf(value).text;
  return isRecord(value) ? stringOf(value['value']) : stringOf(value);
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Every answer has choices. */
export function isLanguageAnswer(json: unknown): boolean {
  return isRecord(json) && ('choices' in json || 'usage' in json);
}

function readUsage(value: unknown): TokenUsage | undefined {
  if (!isRecord(value)) return undefined;
  const usage = usageSchema.parse(value);
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage;
  if (prompt === undefined && completion === undefined && total === undefined) return undefined;
  const promptTokens = prompt ?? Math.max(0, (total ?? 0) - (completion ?? 0));
  const { reasoning_tokens: reasoning } = usage.completion_tokens_details;
  const completionTokens = completion ?? Math.max(0, (total ?? 0) - promptTokens);
  return {
    promptTokens,
    completionTokens,
    totalTokens: total ?? promptTokens + completionTokens,
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
    ...(isRough(value, { promptTokens, completionTokens, total, reasoning })
      ? { isRough: true }
      : {}),
  };
}

/** Token counts that several services bill at other prices. */
const OTHER_PRICES = /cache|audio|image|video|search|citation|tool_use/iu;

function isRough(
  usage: Readonly<Record<string, unknown>>,
  counts: {
    readonly promptTokens: number;
    readonly completionTokens: number;
    readonly total: number | undefined;
    readonly reasoning: number | undefined;
  },
): boolean {
  const { promptTokens, completionTokens, total = 0, reasoning = 0 } = counts;
  const lists = [usage, ...Object.values(usage).filter(isRecord)];
  const isOtherPrice = lists.some((list) =>
    Object.entries(list).some(
      ([name, count]) =>
        OTHER_PRICES.test(name) && !/miss/iu.test(name) && (numberOf(count) ?? 0) > 0,
    ),
  );
  // Some services leave tokens, such as reasoning, out of the completion count.
  const isUncounted = reasoning > completionTokens || total > promptTokens + completionTokens;
  return isOtherPrice || isUncounted;
}

/**
 * Accepts parallel lists (completions) and one object a token (chat). Hand-written, as a schema
 * would block on tens of thousands.
 */
function readLogprobs(value: unknown): readonly TokenLogprob[] {
  if (!isRecord(value)) return [];
  const { content } = value;
  if (Array.isArray(content)) {
    return content.flatMap((entry: unknown) => {
      const token = readToken(entry);
      if (token === undefined || !isRecord(entry)) return [];
      return [{ ...token, alternatives: listOf(entry['top_logprobs']).flatMap(readAlternative) }];
    });
  }
  const numbers = listOf(value['token_logprobs']);
  const tops = listOf(value['top_logprobs']);
  return listOf(value['tokens'])
    .filter((token) => typeof token === 'string')
    .map((token, index) => ({
      token,
      logprob: readLogprob(numbers[index]),
      alternatives: readTop(tops[index]),
    }));
}

function readToken(
  value: unknown,
): { readonly token: string; readonly logprob: number | undefined } | undefined {
  if (!isRecord(value) || typeof value['token'] !== 'string') return undefined;
  return { token: value['token'], logprob: readLogprob(value['logprob']) };
}

function readAlternative(value: unknown): readonly { token: string; logprob: number }[] {
  const { token, logprob } = readToken(value) ?? {};
  return token === undefined || logprob === undefined ? [] : [{ token, logprob }];
}

function readTop(value: unknown): readonly { token: string; logprob: number }[] {
  if (!isRecord(value)) return [];
  return Object.entries(value)
    .flatMap(([token, number]) => {
      const logprob = readLogprob(number);
      return logprob === undefined ? [] : [{ token, logprob }];
    })
    .sort((a, b) => b.logprob - a.logprob);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a natural logarithm, or `undefined` for values above 0 beyond rounding. */
function readLogprob(value: unknown): number | undefined {
  const number = numberOf(value);
  return number === undefined || number > 0.01 ? undefined : Math.min(0, number);
}
