import { jsonAnswer } from '../answer.ts';
import type { Call, Route } from '../call.ts';
import type { TokenLogprob } from '../language/choice.ts';
import { MODELS } from '../language/models.ts';
import {
  type CallParameters,
  invalidField,
  readCallParameters,
  readChat,
  readFlag,
  readNumber,
  readPrompts,
} from '../language/parameters.ts';
import { type Form, type LanguageRequest, readLanguageBody, respond } from '../language/respond.ts';
import { tokenizer } from '../language/tokenizer.ts';
import type { JsonObject } from '../pictures/json-body.ts';

export const LANGUAGE_ROUTES: readonly Route[] = [
  { method: 'GET', path: '/v3/openai/models', handle: () => jsonAnswer({ data: MODELS }) },
  {
    method: 'POST',
    path: '/v3/openai/completions',
    handle: async (call) => respond(call, await readCompletion(call), COMPLETION),
  },
  // deployments differ in the path of the chat
  ...['/v3/chat/completions', '/v3/openai/chat/completions'].map((path) => ({
    method: 'POST' as const,
    path,
    handle: async (call: Call) => respond(call, await readChatCall(call), CHAT),
  })),
];

async function readCompletion(call: Call): Promise<LanguageRequest> {
  const body = await readLanguageBody(call);
  const parameters = readCallParameters(body);
  return {
    prompts: readPrompts(body),
    parameters,
    // 16 is usual for this shape
    maxTokens: parameters.maxTokens ?? 16,
    logprobs: readNumber(body, 'logprobs'),
    bestOf: readBestOf(body, parameters),
  };
}

function readBestOf(body: JsonObject, { n, isStreamed }: CallParameters): number {
  const bestOf = readNumber(body, 'best_of');
  if (bestOf === null) return n;
  if (isStreamed) {
    throw invalidField('best_of', 'cannot be streamed', 'only without stream', bestOf);
  }
  if (bestOf > n) return bestOf;
  throw invalidField('best_of', `must be greater than n (${n})`, 'n < x <= 128', bestOf);
}

async function readChatCall(call: Call): Promise<LanguageRequest> {
  const body = await readLanguageBody(call);
  const prompts = [readChat(body)];
  const parameters = readCallParameters(body);
  const { maxTokens, n: bestOf } = parameters;
  const logprobs = readChatLogprobs(body);
  return { prompts, parameters, maxTokens, bestOf, logprobs };
}

function readChatLogprobs(body: JsonObject): number | null {
  const isWanted = readFlag(body, 'logprobs');
  const top = readNumber(body, 'top_logprobs');
  if (isWanted) return top ?? 0;
  if (top === null) return null;
  const range = 'only with logprobs: true';
  throw invalidField('top_logprobs', 'may only be set when logprobs is true', range, top);
}

const COMPLETION: Form = {
  idPrefix: 'cmpl',
  objects: ['text_completion', 'text_completion'],
  beginning: null,
  whole: (text) => ({ text }),
  chunk: (text) => ({ text }),
  logprobs: (steps) => ({
    text_offset: steps.map(({ offset }) => offset),
    token_logprobs: steps.map(({ logprob }) => logprob),
    tokens: steps.map(({ token }) => tokenizer.label(token)),
    top_logprobs: steps.map((step) =>
      Object.fromEntries(
        [...step.alternatives, step].map(({ token, logprob }) => [tokenizer.label(token), logprob]),
      ),
    ),
  }),
};

const CHAT: Form = {
  idPrefix: 'chatcmpl',
  objects: ['chat.completion', 'chat.completion.chunk'],
  beginning: { delta: { role: 'assistant', content: '' } },
  whole: (content) => ({ message: { role: 'assistant', content } }),
  chunk: (content, isLast) => ({ delta: isLast && content === '' ? {} : { content } }),
  logprobs: (steps) => {
    const entry = ({ token, logprob }: TokenLogprob) => ({
      token: tokenizer.label(token),
      logprob,
      bytes: tokenizer.bytes(token),
    });
    return {
      content: steps.map((step) => ({
        ...entry(step),
        top_logprobs: step.alternatives.map(entry),
      })),
      refusal: null,
    };
  },
};
