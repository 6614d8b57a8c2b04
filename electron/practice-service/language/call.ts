/** What completions and chat share: reading the body, finding the model, running and charging. */
import { refused, ServiceError } from '../errors.ts';
import { type JsonObject, parseJsonObject } from '../pictures/json-body.ts';
import type { RequestContext } from '../router.ts';
import { type Choice, createChoice } from './choice.ts';
import { type ChoiceEvent, generate } from './generation.ts';
import { findModel, type Model } from './models.ts';
import type { CallParameters } from './parameters.ts';
import type { Prompt } from './prompts.ts';
import { createRandom, hashOf } from './random.ts';

/** Most bytes of a body: the longest context as JSON, some times over. */
const BODY_BYTES = 4 * 1024 * 1024;

/** The checked body of a language call. */
export interface LanguageRequest {
  readonly prompts: readonly Prompt[];
  readonly parameters: CallParameters;
  /** Most tokens of each answer, or null for all that fit into the context. */
  readonly maxTokens: number | null;
  /** Answers made for each prompt; the n likeliest are given back. */
  readonly bestOf: number;
  /** Alternatives for each token, or null without logprobs. */
  readonly logprobs: number | null;
}

/** A language call that is about to run. */
export interface LanguageCall {
  readonly context: RequestContext;
  readonly request: LanguageRequest;
  readonly model: Model;
  /** All answers: those of the first prompt, then those of the second, and so on. */
  readonly choices: readonly Choice[];
}

/**
 * Reads the body of a language call.
 *
 * @throws ServiceError 400, 413 or 415
 */
export async function readLanguageBody(context: RequestContext): Promise<JsonObject> {
  try {
    return parseJsonObject(await context.readJsonBytes(BODY_BYTES));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.refusal.status !== 413) throw error;
    throw refused(
      413,
      'INVALID_REQUEST_BODY',
      `The body of a language call may have at most ${BODY_BYTES} bytes.`,
    );
  }
}

/** Writes down what was asked for, for the list of requests. */
export function recordRequest(context: RequestContext, request: LanguageRequest): LanguageRequest {
  const { prompts, parameters, maxTokens, bestOf } = request;
  const { model, isStreamed: stream, n, seed } = parameters;
  const counts = { prompts: prompts.length, promptTokens: promptTokensOf(request) };
  context.record.summary = { model, stream, ...counts, maxTokens, n, bestOf, seed };
  return request;
}

/**
 * Finds the model of a call, checks that it can be paid and that it fits, and begins its answers.
 *
 * @throws ServiceError 404 MODEL_NOT_FOUND, 403 BILLING_BALANCE_NOT_ENOUGH, 400
 *   INVALID_REQUEST_BODY
 */
export function beginCall(context: RequestContext, request: LanguageRequest): LanguageCall {
  const { prompts, parameters, bestOf, logprobs } = request;
  const { language, ledger } = context.services;
  const offer = findModel(parameters.model);
  if (offer === null) {
    const asked = { model: parameters.model };
    throw refused(404, 'MODEL_NOT_FOUND', 'There is no model of this name.', asked);
  }
  ledger.requireBalance();
  const { model, skill } = offer;
  const left = model.context_size - Math.max(...prompts.map(({ tokens }) => tokens.length));
  const maxTokens = request.maxTokens ?? Math.max(1, left);
  if (maxTokens > left) throw tooLong(model, model.context_size - left, maxTokens);
  const seed = parameters.seed ?? Math.random();
  const options = { library: language.library, skill, parameters, maxTokens };
  const choices = prompts.flatMap(({ tokens, layOut }, at) => {
    const own = { ...options, prompt: tokens, plans: layOut(), alternatives: logprobs ?? 0 };
    return Array.from({ length: bestOf }, (_none, index) =>
      createChoice({ ...own, random: createRandom(hashOf(seed, at, index)) }),
    );
  });
  return { context, request, model, choices };
}

function tooLong({ context_size: size }: Model, prompt: number, answer: number): ServiceError {
  return refused(
    400,
    'INVALID_REQUEST_BODY',
    `The context of this model has ${size} tokens, but ${prompt + answer} were asked for: ` +
      `${prompt} in the prompt and ${answer} for the answer (max_tokens).`,
    {
      field: 'max_tokens',
      range: `prompt tokens + max_tokens <= ${size}`,
      prompt_tokens: String(prompt),
      max_tokens: String(answer),
    },
  );
}

/**
 * Runs a call and bills the tokens that were made, also when the client goes away in the middle.
 *
 * @throws ClientGone
 */
export async function* run(
  call: LanguageCall,
): AsyncGenerator<readonly ChoiceEvent[], void, undefined> {
  const { context, choices, model } = call;
  try {
    yield* generate(choices, context.services.language.speed, context.signal);
  } finally {
    const { prompt_tokens: input, completion_tokens: output } = usageOf(call);
    context.services.ledger.charge({
      category: 'llm',
      productName: model.id,
      quantities: [input, output],
      unitPrices: [model.input_token_price_per_m, model.output_token_price_per_m],
      pricePrecision: 1_000_000,
    });
    context.record.summary = {
      ...context.record.summary,
      completionTokens: output,
      finishReasons: choices.map((choice) => choice.finish?.reason ?? null),
    };
  }
}

/** `usage` of the specification, so far; answers that best_of throws away count too. */
export function usageOf({ request, choices }: LanguageCall) {
  const prompt = promptTokensOf(request);
  const completion = choices.reduce((sum, choice) => sum + choice.tokens, 0);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  };
}

/** Tokens of all prompts, each once. */
function promptTokensOf({ prompts }: LanguageRequest): number {
  return prompts.reduce((sum, { tokens }) => sum + tokens.length, 0);
}
