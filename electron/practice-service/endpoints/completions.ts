/** Text completion, whole or streamed ("POST /v3/openai/completions" of the specification). */
import {
  type CallParameters,
  invalidField,
  type NumberRule,
  readCallParameters,
  readNumber,
  readPrompts,
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

export const COMPLETION_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/v3/openai/completions',
    handle: async (context) => respond(context, await readRequest(context), FORM),
    inspect: readRequest,
  },
];

/** "max_tokens", when the call leaves it open: as everywhere with this shape. */
const USUAL_MAX_TOKENS = 16;

const RULES = {
  logprobs: { range: '0 <= x <= 5', isInside: (x) => x >= 0 && x <= 5, isWhole: true },
  bestOf: {
    range: 'n < x <= 128',
    isInside: (x) => x > 1 && x <= 128,
    isWhole: true,
    refusesNull: true,
  },
} as const satisfies Record<string, NumberRule>;

async function readRequest(context: RequestContext): Promise<LanguageRequest> {
  const body = await readLanguageBody(context);
  const parameters = readCallParameters(body);
  return recordRequest(context, {
    prompts: readPrompts(body),
    parameters,
    maxTokens: parameters.maxTokens ?? USUAL_MAX_TOKENS,
    logprobs: readNumber(body, 'logprobs', RULES.logprobs),
    bestOf: readBestOf(body, parameters),
  });
}

/** "best_of: must be greater than n; cannot be streamed". */
function readBestOf(body: JsonObject, { n, isStreamed }: CallParameters): number {
  const bestOf = readNumber(body, 'best_of', RULES.bestOf);
  if (bestOf === null) return n;
  if (isStreamed) {
    throw invalidField('best_of', 'cannot be streamed', 'only without stream', bestOf);
  }
  if (bestOf > n) return bestOf;
  const { range } = RULES.bestOf;
  throw invalidField('best_of', `must be greater than n (${n})`, range, bestOf);
}

const FORM: Form = {
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
