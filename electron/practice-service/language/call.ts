/**
 * The steps that completions and chat share: reading, finding the model, running, charging, ending.
 */
import type { StreamFrame } from '../answer.ts';
import { refused, ServiceError } from '../errors.ts';
import { type JsonObject, parseJsonObject } from '../pictures/json-body.ts';
import type { RequestContext } from '../router.ts';
import type { Choice, Step } from './choice.ts';
import { type ChoiceEvent, generate } from './generation.ts';
import type { Library } from './library.ts';
import { findModel, type Model, type Skill } from './models.ts';

/** Most bytes of a body: the longest context as JSON, some times over. */
const BODY_BYTES = 4 * 1024 * 1024;

/** A language call that is about to run. */
export interface LanguageCall {
  readonly context: RequestContext;
  readonly library: Library;
  readonly model: Model;
  readonly choices: readonly Choice[];
  /** Tokens of all prompts, each once. */
  readonly promptTokens: number;
}

/** `usage` of the specification. */
export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
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

/**
 * Finds the model of a call and checks that it can be paid.
 *
 * @throws ServiceError 404 MODEL_NOT_FOUND, 403 BILLING_BALANCE_NOT_ENOUGH
 */
export function requireModel(
  context: RequestContext,
  id: string,
): { readonly model: Model; readonly skill: Skill } {
  const offer = findModel(id);
  if (offer === null) {
    throw refused(404, 'MODEL_NOT_FOUND', 'There is no model of this name.', { model: id });
  }
  context.services.ledger.requireBalance();
  return offer;
}

/**
 * Runs a call and bills the tokens that were made, also when the client goes away in the middle.
 *
 * @throws ClientGone
 */
export async function* run(
  call: LanguageCall,
): AsyncGenerator<readonly ChoiceEvent[], void, undefined> {
  const { context, choices } = call;
  try {
    yield* generate(choices, context.services.language.speed, context.signal);
  } finally {
    const { prompt_tokens: input, completion_tokens: output } = usageOf(call);
    context.services.ledger.charge({
      category: 'llm',
      productName: call.model.id,
      quantities: [input, output],
      unitPrices: [call.model.input_token_price_per_m, call.model.output_token_price_per_m],
      pricePrecision: 1_000_000,
    });
    context.record.summary = {
      ...context.record.summary,
      completionTokens: output,
      finishReasons: choices.map((choice) => choice.finish?.reason ?? null),
    };
  }
}

/**
 * Runs a call to its end.
 *
 * @returns the steps of each choice
 * @throws ClientGone
 */
export async function collect(call: LanguageCall): Promise<readonly (readonly Step[])[]> {
  const steps: Step[][] = call.choices.map(() => []);
  for await (const events of run(call)) {
    for (const event of events) {
      if ('step' in event) steps[event.index]?.push(event.step);
    }
  }
  return steps;
}

/** The end of a stream: usage, if it was asked for, in a chunk without choices, and `[DONE]`. */
export function lastFrames(
  call: LanguageCall,
  head: Readonly<Record<string, unknown>>,
  withUsage: boolean,
): readonly StreamFrame[] {
  const done = { kind: 'done', data: '[DONE]' } as const;
  if (!withUsage) return [done];
  const data = JSON.stringify({ ...head, choices: [], usage: usageOf(call) });
  return [{ kind: 'usage', data }, done];
}

/** Tokens of a call so far; answers that best_of throws away count too. */
export function usageOf(call: LanguageCall): Usage {
  const completionTokens = call.choices.reduce((sum, choice) => sum + choice.tokens, 0);
  return {
    prompt_tokens: call.promptTokens,
    completion_tokens: completionTokens,
    total_tokens: call.promptTokens + completionTokens,
  };
}
