/** Text completion, whole or streamed ("POST /v3/openai/completions" of the specification). */
import { randomUUID } from 'node:crypto';
import { type Answer, jsonAnswer, type StreamedAnswer, type StreamFrame } from '../answer.ts';
import { invalidField, type NumberRule, readNumber } from '../language/body-fields.ts';
import {
  collect,
  type LanguageCall,
  lastFrames,
  readLanguageBody,
  requireModel,
  run,
  usageOf,
} from '../language/call.ts';
import type { Finish, Step } from '../language/choice.ts';
import { fitIntoContext } from '../language/language.ts';
import type { Library } from '../language/library.ts';
import { type CallParameters, readCallParameters } from '../language/parameters.ts';
import { readPrompts } from '../language/prompts.ts';
import type { JsonObject } from '../pictures/json-body.ts';
import type { RequestContext, Route } from '../router.ts';

export const COMPLETION_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/v3/openai/completions',
    handle: complete,
    inspect: async (context) => readCompletion(context, await readLanguageBody(context)),
  },
];

/** "max_tokens", when the call leaves it open: as everywhere with this shape. */
const USUAL_MAX_TOKENS = 16;

const RULES = {
  logprobs: {
    range: '0 <= x <= 5',
    isInside: (x) => x >= 0 && x <= 5,
    isWhole: true,
    isNullable: true,
  },
  bestOf: { range: 'n < x <= 128', isInside: (x) => x > 1 && x <= 128, isWhole: true },
} as const satisfies Record<string, NumberRule>;

/** The body of "POST /v3/openai/completions". */
interface CompletionRequest {
  readonly prompts: readonly (readonly number[])[];
  readonly parameters: CallParameters;
  readonly maxTokens: number;
  /** Alternatives for each token, or null without logprobs. */
  readonly logprobs: number | null;
  /** Answers made for each prompt; the n likeliest are given back. */
  readonly bestOf: number;
}

/** `logprobs` of a choice. */
interface Logprobs {
  readonly text_offset: readonly number[];
  readonly token_logprobs: readonly number[];
  readonly tokens: readonly string[];
  readonly top_logprobs: readonly Readonly<Record<string, number>>[];
}

async function complete(context: RequestContext): Promise<Answer | StreamedAnswer> {
  const request = readCompletion(context, await readLanguageBody(context));
  const { language } = context.services;
  const { model, skill } = requireModel(context, request.parameters.model);
  for (const prompt of request.prompts) {
    fitIntoContext(model.context_size, prompt.length, request.maxTokens);
  }
  const call: LanguageCall = {
    context,
    library: language.library,
    model,
    promptTokens: request.prompts.reduce((sum, prompt) => sum + prompt.length, 0),
    choices: language.begin(
      request.prompts.map((tokens) => language.completionPrompt(tokens, skill)),
      {
        parameters: request.parameters,
        maxTokens: request.maxTokens,
        count: request.bestOf,
        alternatives: request.logprobs ?? 0,
      },
    ),
  };
  const head = {
    id: `cmpl-${randomUUID().replaceAll('-', '')}`,
    object: 'text_completion',
    created: Math.floor(context.services.clock.now() / 1000),
    model: model.id,
  } as const;
  if (request.parameters.isStreamed) {
    return { status: 200, batches: streamed(call, request, head) };
  }
  const choices = await collected(call, request);
  return jsonAnswer({ ...head, choices, usage: usageOf(call) });
}

function readCompletion(context: RequestContext, body: JsonObject): CompletionRequest {
  const { tokenizer } = context.services.language.library;
  const prompts = readPrompts(body, tokenizer);
  const parameters = readCallParameters(body, tokenizer.vocabulary.size);
  const request = {
    prompts,
    parameters,
    maxTokens: parameters.maxTokens ?? USUAL_MAX_TOKENS,
    logprobs: readNumber(body, 'logprobs', RULES.logprobs),
    bestOf: readBestOf(body, parameters),
  };
  context.record.summary = {
    model: parameters.model,
    stream: parameters.isStreamed,
    prompts: prompts.length,
    promptTokens: prompts.reduce((sum, prompt) => sum + prompt.length, 0),
    maxTokens: request.maxTokens,
    n: parameters.n,
    bestOf: request.bestOf,
    seed: parameters.seed,
  };
  return request;
}

/** "best_of: must be greater than n; cannot be streamed". */
function readBestOf(body: JsonObject, parameters: CallParameters): number {
  const bestOf = readNumber(body, 'best_of', RULES.bestOf);
  if (bestOf === null) return parameters.n;
  if (parameters.isStreamed) {
    throw invalidField('best_of', 'best_of cannot be streamed.', 'only without stream', bestOf);
  }
  if (bestOf > parameters.n) return bestOf;
  throw invalidField(
    'best_of',
    `best_of must be greater than n (n < best_of), but is ${bestOf} with n ${parameters.n}.`,
    'n < x <= 128',
    bestOf,
  );
}

/** All answers at once: for each prompt the n likeliest of best_of. */
async function collected(
  call: LanguageCall,
  request: CompletionRequest,
): Promise<readonly unknown[]> {
  const steps = await collect(call);
  const { n } = request.parameters;
  const chosen = request.prompts.flatMap((_prompt, at) => {
    const indexes = Array.from(
      { length: request.bestOf },
      (_none, index) => at * request.bestOf + index,
    );
    if (request.bestOf === n) return indexes;
    const likelihood = (index: number): number => call.choices[index]?.meanLogprob ?? 0;
    return indexes.sort((a, b) => likelihood(b) - likelihood(a)).slice(0, n);
  });
  return chosen.map((from, index) => {
    const own = steps[from] ?? [];
    const finish = call.choices[from]?.finish ?? null;
    return {
      index,
      text: own.map((step) => step.text).join('') + (finish?.rest ?? ''),
      logprobs: request.logprobs === null ? null : logprobsOf(own, call.library),
      finish_reason: finish?.reason ?? 'length',
    };
  });
}

/** A chunk for each token, a last one with the reason for each choice, usage, and the end. */
async function* streamed(
  call: LanguageCall,
  request: CompletionRequest,
  head: Readonly<Record<string, unknown>>,
): AsyncGenerator<readonly StreamFrame[], void, undefined> {
  const withUsage = request.parameters.includesUsage;
  const chunk = (index: number, step: Step | null, finish: Finish | null): StreamFrame => ({
    kind: 'chunk',
    data: JSON.stringify({
      ...head,
      choices: [
        {
          index,
          text: step?.text ?? finish?.rest ?? '',
          logprobs:
            request.logprobs === null || step === null ? null : logprobsOf([step], call.library),
          finish_reason: finish?.reason ?? null,
        },
      ],
      ...(withUsage ? { usage: null } : {}),
    }),
  });
  for await (const events of run(call)) {
    yield events.map((event) =>
      'step' in event
        ? chunk(event.index, event.step, null)
        : chunk(event.index, null, event.finish),
    );
  }
  yield lastFrames(call, head, withUsage);
}

function logprobsOf(steps: readonly Step[], library: Library): Logprobs {
  const label = (token: number): string => library.tokenizer.label(token);
  return {
    text_offset: steps.map((step) => step.offset),
    token_logprobs: steps.map((step) => step.logprob),
    tokens: steps.map((step) => label(step.token)),
    top_logprobs: steps.map((step) =>
      Object.fromEntries(
        [...step.alternatives, step].map(({ token, logprob }) => [label(token), logprob]),
      ),
    ),
  };
}
