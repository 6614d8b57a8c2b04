/**
 * Answers of language models in the program's own terms: completions and chat, whole and in chunks
 * (specification, "Completion response"; chat as services of this shape send it).
 */
import { z } from 'zod';
import { isRecord, lenientList, lenientNumber, lenientObject, lenientString } from './lenient.ts';

/** Usage in tokens. */
export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
}

/** A token with its probability, and its alternatives. */
export interface TokenLogprob {
  readonly token: string;
  /** Natural logarithm of its probability; `undefined` where the service gives none. */
  readonly logprob?: number | undefined;
  /** Most likely first. */
  readonly alternatives: readonly { readonly token: string; readonly logprob: number }[];
}

/** A piece of one choice, or all of it. */
export interface ChoicePiece {
  readonly index: number;
  readonly text: string;
  readonly logprobs: readonly TokenLogprob[];
  /** `stop`, `length` or a word of the service; `undefined` while it goes on. */
  readonly finishReason: string | undefined;
}

/** One chunk of a stream, or a whole answer. */
export interface LanguageAnswer {
  readonly id: string | undefined;
  readonly model: string | undefined;
  /** Unix time in seconds. */
  readonly created: number | undefined;
  readonly choices: readonly ChoicePiece[];
  readonly usage: TokenUsage | undefined;
}

const legacyLogprobs = lenientObject({
  tokens: lenientList(z.string()),
  token_logprobs: z.unknown().optional(),
  top_logprobs: z.unknown().optional(),
});

const contentLogprob = z.looseObject({
  token: z.string(),
  logprob: lenientNumber,
  top_logprobs: lenientList(z.looseObject({ token: z.string(), logprob: lenientNumber })),
});

const choiceSchema = z.looseObject({
  index: lenientNumber,
  text: lenientString,
  delta: lenientObject({ content: lenientString }),
  message: lenientObject({ content: lenientString }),
  finish_reason: lenientString,
  logprobs: z.unknown().optional(),
});

const usageSchema = z.looseObject({
  prompt_tokens: lenientNumber,
  completion_tokens: lenientNumber,
  total_tokens: lenientNumber,
});

const answerSchema = lenientObject({
  id: lenientString,
  model: lenientString,
  created: lenientNumber,
  choices: lenientList(choiceSchema),
  usage: z.unknown().optional(),
});

/** Reads a chunk or a whole answer, of completions or of chat. Never throws. */
export function readLanguageAnswer(json: unknown): LanguageAnswer {
  const answer = answerSchema.parse(json);
  return {
    id: answer.id,
    model: answer.model,
    created: answer.created,
    choices: answer.choices.map((choice, position) => ({
      index: isIndex(choice.index) ? choice.index : position,
      text: choice.text ?? choice.delta.content ?? choice.message.content ?? '',
      logprobs: readLogprobs(choice.logprobs),
      finishReason: choice.finish_reason === '' ? undefined : choice.finish_reason,
    })),
    usage: readUsage(answer.usage),
  };
}

/** An index that is negative or broken names no choice: its place in the list does. */
function isIndex(index: number | undefined): index is number {
  return index !== undefined && Number.isSafeInteger(index) && index >= 0;
}

/** True when there is something to be read in it at all: an answer of this service has choices. */
export function isLanguageAnswer(json: unknown): boolean {
  return isRecord(json) && ('choices' in json || 'usage' in json);
}

function readUsage(value: unknown): TokenUsage | undefined {
  if (!isRecord(value)) return undefined;
  const usage = usageSchema.parse(value);
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage;
  if (prompt === undefined && completion === undefined && total === undefined) return undefined;
  const promptTokens = prompt ?? Math.max(0, (total ?? 0) - (completion ?? 0));
  const completionTokens = completion ?? Math.max(0, (total ?? 0) - promptTokens);
  return {
    promptTokens,
    completionTokens,
    totalTokens: total ?? promptTokens + completionTokens,
  };
}

/** Both shapes: lists side by side (completions), and one object a token (chat). */
function readLogprobs(value: unknown): readonly TokenLogprob[] {
  if (!isRecord(value)) return [];
  if (Array.isArray(value['content'])) {
    return lenientList(contentLogprob)
      .parse(value['content'])
      .map((entry) => ({
        token: entry.token,
        logprob: entry.logprob,
        alternatives: entry.top_logprobs.flatMap(({ token, logprob }) =>
          logprob === undefined ? [] : [{ token, logprob }],
        ),
      }));
  }
  const legacy = legacyLogprobs.parse(value);
  const numbers: readonly unknown[] = Array.isArray(legacy.token_logprobs)
    ? legacy.token_logprobs
    : [];
  const tops: readonly unknown[] = Array.isArray(legacy.top_logprobs) ? legacy.top_logprobs : [];
  return legacy.tokens.map((token, index) => ({
    token,
    logprob: lenientNumber.parse(numbers[index]),
    alternatives: readTop(tops[index]),
  }));
}

function readTop(value: unknown): readonly { token: string; logprob: number }[] {
  if (!isRecord(value)) return [];
  return Object.entries(value)
    .flatMap(([token, number]) => {
      const logprob = lenientNumber.parse(number);
      return logprob === undefined ? [] : [{ token, logprob }];
    })
    .sort((a, b) => b.logprob - a.logprob);
}
