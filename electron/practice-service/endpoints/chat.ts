/** Chat, whole or streamed ("POST /v3/chat/completions" of the specification). */
import type { Answer } from '../answer.ts';
import type { TokenLogprob } from '../language/choice.ts';
import { CHAT_PATHS } from '../language/language.ts';
import {
  invalidField,
  type NumberRule,
  readCallParameters,
  readChat,
  readFlag,
  readNumber,
} from '../language/parameters.ts';
import {
  type Form,
  type LanguageRequest,
  readLanguageBody,
  recordRequest,
  respond,
} from '../language/respond.ts';
import { tokenizer } from '../language/tokenizer.ts';
import type { JsonObject } from '../pictures/json-body.ts';
import type { RequestContext, Route } from '../router.ts';

export const CHAT_ROUTES: readonly Route[] = CHAT_PATHS.map((path) => ({
  method: 'POST',
  path,
  handle: async (context) =>
    context.services.language.openChatPaths.includes(path)
      ? respond(context, await readRequest(context), FORM)
      : NO_SUCH_PAGE,
  inspect: readRequest,
}));

/** The answer of a deployment that has its chat at the other path: plain text, no JSON. */
const NO_SUCH_PAGE: Answer = {
  status: 404,
  contentType: 'text/plain; charset=utf-8',
  body: '404 page not found\n',
};

/** Alternatives of a chat's tokens; the specification shows no range. */
const TOP_LOGPROBS_RULE: NumberRule = {
  range: '0 <= x <= 20',
  isInside: (x) => x >= 0 && x <= 20,
  isWhole: true,
};

async function readRequest(context: RequestContext): Promise<LanguageRequest> {
  const body = await readLanguageBody(context);
  const prompt = readChat(body);
  const parameters = readCallParameters(body);
  const { maxTokens, n: bestOf } = parameters;
  const request = {
    prompts: [prompt],
    parameters,
    maxTokens,
    bestOf,
    logprobs: readLogprobs(body),
  };
  return recordRequest(context, request);
}

function readLogprobs(body: JsonObject): number | null {
  const isWanted = readFlag(body, 'logprobs');
  const top = readNumber(body, 'top_logprobs', TOP_LOGPROBS_RULE);
  if (isWanted) return top ?? 0;
  if (top === null) return null;
  const range = 'only with logprobs: true';
  throw invalidField('top_logprobs', 'may only be set when logprobs is true', range, top);
}

const FORM: Form = {
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
