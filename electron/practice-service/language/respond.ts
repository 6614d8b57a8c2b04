import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Answer, ConnectionEnded, jsonAnswer, refused, ServiceError } from '../answer.ts';
import { type Call, pause, readJsonBytes } from '../call.ts';
import { type JsonObject, parseJsonObject } from '../pictures/json-body.ts';
import { type Choice, type ChoiceEvent, createChoice, type Step } from './choice.ts';
import { MODELS, productOf } from './models.ts';
import type { CallParameters, Prompt } from './parameters.ts';
import { createRandom } from './random.ts';

const BODY_BYTES = 16 * 1024 * 1024;
/** Most events of one batch, so that a slow reader does not let the service run far ahead. */
const BATCH_EVENTS = 64;
/** Ms before the first token, if the speed is limited. */
const FIRST_TOKEN = 200;
/** The golden ratio spreads the first random numbers of any number of answers. */
const SPREAD = 0.618_034;

export interface LanguageRequest {
  readonly prompts: readonly Prompt[];
  readonly parameters: CallParameters;
  /** Null for all that fit into the context. */
  readonly maxTokens: number | null;
  /** Answers made for each prompt; the n likeliest are returned. */
  readonly bestOf: number;
  /** Alternatives for each token; null without logprobs. */
  readonly logprobs: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

export interface Form {
  readonly idPrefix: string;
  /** `object` of a whole answer, and of a chunk. */
  readonly objects: readonly [whole: string, chunk: string];
  /** Fields of the first chunk of each choice, before any token; null for no such chunk. */
  readonly beginning: Fields | null;
  whole(text: string): Fields;
  chunk(text: string, isLast: boolean): Fields;
  logprobs(steps: readonly Step[]): unknown;
}

type LanguageCall = ReturnType<typeof beginCall>;

export async function readLanguageBody(call: Call): Promise<JsonObject> {
  try {
    return parseJsonObject(await readJsonBytes(call, BODY_BYTES));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.refusal.status !== 413) throw error;
    const message = `The body of a language call may have at most ${BODY_BYTES} bytes.`;
    throw refused(413, 'INVALID_REQUEST_BODY', message);
  }
}

/** @throws ServiceError 404 MODEL_NOT_FOUND, 403 BILLING_BALANCE_NOT_ENOUGH, 400 */
export async function respond(http: Call, request: LanguageRequest, form: Form): Promise<Answer> {
  const call = beginCall(http, request);
  const { isStreamed } = request.parameters;
  const head = {
    id: `${form.idPrefix}-${randomUUID().replaceAll('-', '')}`,
    object: form.objects[isStreamed ? 1 : 0],
    created: Math.floor(http.services.clock.now() / 1000),
    model: call.model.id,
  };
  if (isStreamed) {
    const contentType = 'text/event-stream; charset=utf-8';
    return { status: 200, contentType, body: streamed(call, form, head) };
  }
  const choices = await collected(call, form);
  return jsonAnswer({ ...head, choices, usage: usageOf(call) });
}

function beginCall({ services, signal }: Call, request: LanguageRequest) {
  const { prompts, parameters, bestOf, logprobs } = request;
  const model = MODELS.find(({ id }) => id === parameters.model);
  if (model === undefined) {
    const asked = { model: parameters.model };
    throw refused(404, 'MODEL_NOT_FOUND', 'There is no model of this name.', asked);
  }
  services.ledger.requireBalance();
  const longest = Math.max(...prompts.map(({ tokens }) => tokens.length));
  const left = model.context_size - longest;
  const maxTokens = request.maxTokens ?? Math.max(1, left);
  if (maxTokens > left) {
    throw refused(
      400,
      'INVALID_REQUEST_BODY',
      `The context of this model has ${model.context_size} tokens, but ${longest + maxTokens} ` +
        `were asked for: ${longest} in the prompt and ${maxTokens} for the answer (max_tokens).`,
      {
        field: 'max_tokens',
        range: `prompt tokens + max_tokens <= ${model.context_size}`,
        prompt_tokens: String(longest),
        max_tokens: String(maxTokens),
      },
    );
  }
  const seed = parameters.seed ?? Math.random();
  const choices = prompts.flatMap(({ tokens, texts }, at) => {
    const own = { prompt: tokens, texts, parameters, maxTokens, alternatives: logprobs ?? 0 };
    return Array.from({ length: bestOf }, (_none, index) =>
      createChoice({ ...own, random: spreadRandom(seed, at, index) }),
    );
  });
  return { services, signal, request, model, choices };
}

/** Spreads the first numbers of several answers far apart. */
function spreadRandom(seed: number, prompt: number, index: number): () => number {
  const hash = createHash('sha256').update(`${seed} ${prompt}`).digest().readInt32LE(0);
  const first = (createRandom(hash)() + index * SPREAD) % 1;
  const random = createRandom(hash + index + 1);
  let isFirst = true;
  return () => {
    const number = isFirst ? first : random();
    isFirst = false;
    return number;
  };
}

/** Bills the tokens that were made, also if the client goes away in the middle. */
async function* run(call: LanguageCall): AsyncGenerator<readonly ChoiceEvent[], void, undefined> {
  const { services, choices, model } = call;
  try {
    yield* generate(choices, services.tokensPerSecond, call.signal);
  } finally {
    const { prompt_tokens: input, completion_tokens: output } = usageOf(call);
    services.ledger.charge({ ...productOf(model), quantities: [input, output] });
  }
}

async function* generate(
  choices: readonly Choice[],
  tokensPerSecond: number,
  signal: AbortSignal,
): AsyncGenerator<readonly ChoiceEvent[], void, undefined> {
  await pause(tokensPerSecond === 0 ? 0 : FIRST_TOKEN, signal);
  const begin = performance.now();
  const isGoingOn = (): boolean => choices.some((choice) => choice.finish === null);
  const untilDue = (round: number): number =>
    tokensPerSecond === 0 ? 0 : begin + (1000 * round) / tokensPerSecond - performance.now();
  for (let round = 0; isGoingOn();) {
    await pause(Math.ceil(untilDue(round)), signal);
    if (signal.aborted) throw new ConnectionEnded();
    const events: ChoiceEvent[] = [];
    do {
      for (const [index, choice] of choices.entries()) {
        if (choice.finish !== null) continue;
        const step = choice.step();
        if (step !== null) events.push({ index, step });
        if (choice.finish !== null) events.push({ index, finish: choice.finish });
      }
      round += 1;
    } while (isGoingOn() && untilDue(round) <= 0 && events.length < BATCH_EVENTS);
    yield events;
    await nextTurn();
  }
}

async function collected(call: LanguageCall, form: Form): Promise<readonly Fields[]> {
  const { choices, request } = call;
  const steps: Step[][] = choices.map(() => []);
  for await (const events of run(call)) {
    for (const event of events) if ('step' in event) steps[event.index]?.push(event.step);
  }
  const made = choices.map((choice, index) => ({ choice, steps: steps[index] ?? [] }));
  return request.prompts
    .flatMap((_prompt, at) => {
      const own = made.slice(at * request.bestOf, (at + 1) * request.bestOf);
      const { n } = request.parameters;
      if (request.bestOf > n) own.sort((a, b) => b.choice.meanLogprob - a.choice.meanLogprob);
      return own.slice(0, n);
    })
    .map(({ choice, steps }, index) => ({
      index,
      ...form.whole(steps.map(({ text }) => text).join('') + (choice.finish?.rest ?? '')),
      logprobs: request.logprobs === null ? null : form.logprobs(steps),
      finish_reason: choice.finish?.reason ?? null,
    }));
}

/** Sends a chunk for each token, a last one with the reason for each choice, usage, and the end. */
async function* streamed(
  call: LanguageCall,
  form: Form,
  head: Fields,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { parameters, logprobs } = call.request;
  const usage = parameters.includesUsage ? { usage: null } : {};
  const chunk = (index: number, text: Fields, step: Step | null, reason: string | null) => {
    const likely = step === null || logprobs === null ? null : form.logprobs([step]);
    const choice = { index, ...text, logprobs: likely, finish_reason: reason };
    return JSON.stringify({ ...head, choices: [choice], ...usage });
  };
  const { beginning } = form;
  if (beginning !== null) {
    yield eventsOf(call.choices.map((_choice, index) => chunk(index, beginning, null, null)));
  }
  for await (const events of run(call)) {
    yield eventsOf(
      events.map((event) =>
        'step' in event
          ? chunk(event.index, form.chunk(event.step.text, false), event.step, null)
          : chunk(event.index, form.chunk(event.finish.rest, true), null, event.finish.reason),
      ),
    );
  }
  const last = JSON.stringify({ ...head, choices: [], usage: usageOf(call) });
  yield eventsOf([...(parameters.includesUsage ? [last] : []), '[DONE]']);
}

function eventsOf(data: readonly string[]): Uint8Array {
  return Buffer.from(data.map((each) => `data: ${each}\n\n`).join(''));
}

/** `usage` of the specification; includes answers that best_of discards. */
function usageOf({ request, choices }: LanguageCall) {
  const prompt = request.prompts.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const completion = choices.reduce((sum, choice) => sum + choice.tokens, 0);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  };
}
