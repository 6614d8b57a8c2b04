/** Chat, whole or streamed ("POST /v3/chat/completions" of the specification). */
import { randomUUID } from 'node:crypto';
import { type Answer, jsonAnswer, type StreamedAnswer, type StreamFrame } from '../answer.ts';
import { invalidField, type NumberRule, readFlag, readNumber } from '../language/body-fields.ts';
import {
  collect,
  type LanguageCall,
  lastFrames,
  readLanguageBody,
  requireModel,
  run,
  usageOf,
} from '../language/call.ts';
import type { Finish, Step, TokenLogprob } from '../language/choice.ts';
import { CHAT_PATHS, fitIntoContext } from '../language/language.ts';
import type { Library } from '../language/library.ts';
import { type CallParameters, readCallParameters } from '../language/parameters.ts';
import { type ChatPrompt, readChat } from '../language/prompts.ts';
import type { JsonObject } from '../pictures/json-body.ts';
import type { RequestContext, Route } from '../router.ts';

export const CHAT_ROUTES: readonly Route[] = CHAT_PATHS.map((path) => ({
  method: 'POST',
  path,
  handle: (context) =>
    context.services.language.openChatPaths.includes(path) ? chat(context) : NO_SUCH_PAGE,
  inspect: async (context) => readRequest(context, await readLanguageBody(context)),
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
  isNullable: true,
};

/** The body of "POST /v3/chat/completions". */
interface ChatRequest {
  readonly prompt: ChatPrompt;
  readonly parameters: CallParameters;
  /** Alternatives for each token, or null without logprobs. */
  readonly logprobs: number | null;
}

async function chat(context: RequestContext): Promise<Answer | StreamedAnswer> {
  const request = readRequest(context, await readLanguageBody(context));
  const { language } = context.services;
  const { parameters, prompt } = request;
  const { model, skill } = requireModel(context, parameters.model);
  const promptTokens = prompt.tokens.length;
  const maxTokens = fitIntoContext(model.context_size, promptTokens, parameters.maxTokens);
  const choices = language.begin([language.chatPrompt(prompt, skill)], {
    parameters,
    maxTokens,
    count: parameters.n,
    alternatives: request.logprobs ?? 0,
  });
  const call: LanguageCall = { context, library: language.library, model, choices, promptTokens };
  const head = {
    id: `chatcmpl-${randomUUID().replaceAll('-', '')}`,
    object: parameters.isStreamed ? 'chat.completion.chunk' : 'chat.completion',
    created: Math.floor(context.services.clock.now() / 1000),
    model: model.id,
  };
  if (parameters.isStreamed) return { status: 200, batches: streamed(call, request, head) };
  return jsonAnswer({ ...head, choices: await collected(call, request), usage: usageOf(call) });
}

function readRequest(context: RequestContext, body: JsonObject): ChatRequest {
  const { tokenizer } = context.services.language.library;
  const prompt = readChat(body, tokenizer);
  const parameters = readCallParameters(body, tokenizer.vocabulary.size);
  const request = { prompt, parameters, logprobs: readLogprobs(body) };
  context.record.summary = {
    model: parameters.model,
    stream: parameters.isStreamed,
    promptTokens: prompt.tokens.length,
    maxTokens: parameters.maxTokens,
    n: parameters.n,
    seed: parameters.seed,
  };
  return request;
}

function readLogprobs(body: JsonObject): number | null {
  const isWanted = readFlag(body, 'logprobs');
  const top = readNumber(body, 'top_logprobs', TOP_LOGPROBS_RULE);
  if (isWanted) return top ?? 0;
  if (top === null) return null;
  throw invalidField(
    'top_logprobs',
    'top_logprobs may only be set when logprobs is true.',
    'only with logprobs: true',
    top,
  );
}

async function collected(call: LanguageCall, request: ChatRequest): Promise<readonly unknown[]> {
  const steps = await collect(call);
  return call.choices.map((choice, index) => {
    const own = steps[index] ?? [];
    const content = own.map((step) => step.text).join('') + (choice.finish?.rest ?? '');
    return {
      index,
      message: { role: 'assistant', content },
      logprobs: request.logprobs === null ? null : logprobsOf(own, call.library),
      finish_reason: choice.finish?.reason ?? 'length',
    };
  });
}

/** The role of each choice, a chunk for each token, the reasons, usage, and the end. */
async function* streamed(
  call: LanguageCall,
  request: ChatRequest,
  head: Readonly<Record<string, unknown>>,
): AsyncGenerator<readonly StreamFrame[], void, undefined> {
  const withUsage = request.parameters.includesUsage;
  const chunk = (
    index: number,
    delta: Readonly<Record<string, string>>,
    step: Step | null,
    finish: Finish | null,
  ): StreamFrame => ({
    kind: 'chunk',
    data: JSON.stringify({
      ...head,
      choices: [
        {
          index,
          delta,
          logprobs:
            request.logprobs === null || step === null ? null : logprobsOf([step], call.library),
          finish_reason: finish?.reason ?? null,
        },
      ],
      ...(withUsage ? { usage: null } : {}),
    }),
  });
  yield call.choices.map((_choice, index) =>
    chunk(index, { role: 'assistant', content: '' }, null, null),
  );
  for await (const events of run(call)) {
    yield events.map((event) =>
      'step' in event
        ? chunk(event.index, { content: event.step.text }, event.step, null)
        : chunk(event.index, restOf(event.finish), null, event.finish),
    );
  }
  yield lastFrames(call, head, withUsage);
}

function restOf(finish: Finish): Readonly<Record<string, string>> {
  return finish.rest === '' ? {} : { content: finish.rest };
}

function logprobsOf(steps: readonly Step[], library: Library): unknown {
  const entry = ({ token, logprob }: TokenLogprob): object => ({
    token: library.tokenizer.label(token),
    logprob,
    bytes: [...library.tokenizer.bytes(token)],
  });
  return {
    content: steps.map((step) => ({
      ...entry(step),
      top_logprobs: step.alternatives.map(entry),
    })),
    refusal: null,
  };
}
