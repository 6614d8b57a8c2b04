/** The answer to a language call, whole or streamed, in the form of its endpoint. */
import { randomUUID } from 'node:crypto';
import { type Answer, jsonAnswer, type StreamedAnswer, type StreamFrame } from '../answer.ts';
import type { RequestContext } from '../router.ts';
import { beginCall, type LanguageCall, type LanguageRequest, run, usageOf } from './call.ts';
import type { Finish, Step } from './choice.ts';
import type { Tokenizer } from './tokenizer.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The form in which an endpoint gives answers. */
export interface Form {
  readonly idPrefix: string;
  /** `object` of a whole answer, and of a chunk. */
  readonly objects: readonly [whole: string, chunk: string];
  /** Fields of the first chunk of each choice, before a token is made; null for no such chunk. */
  readonly beginning: Fields | null;
  /** The text of a whole choice. */
  whole(text: string): Fields;
  /** The text of a chunk. */
  chunk(text: string, isLast: boolean): Fields;
  logprobs(steps: readonly Step[], tokenizer: Tokenizer): unknown;
}

/**
 * Answers a language call.
 *
 * @throws ServiceError
 * @throws ClientGone
 */
export async function respond(
  context: RequestContext,
  request: LanguageRequest,
  form: Form,
): Promise<Answer | StreamedAnswer> {
  const call = beginCall(context, request);
  const { isStreamed } = request.parameters;
  const head = {
    id: `${form.idPrefix}-${randomUUID().replaceAll('-', '')}`,
    object: form.objects[isStreamed ? 1 : 0],
    created: Math.floor(context.services.clock.now() / 1000),
    model: call.model.id,
  };
  if (isStreamed) return { status: 200, batches: streamed(call, form, head) };
  const choices = await collected(call, form);
  return jsonAnswer({ ...head, choices, usage: usageOf(call) });
}

/** All answers at once: for each prompt the n likeliest of best_of. */
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
    .map((own, index) => ({
      index,
      ...form.whole(own.steps.map(({ text }) => text).join('') + (own.choice.finish?.rest ?? '')),
      ...ending(call, form, own.steps, own.choice.finish),
    }));
}

/** A chunk for each token, a last one with the reason for each choice, usage, and the end. */
async function* streamed(
  call: LanguageCall,
  form: Form,
  head: Fields,
): AsyncGenerator<readonly StreamFrame[], void, undefined> {
  const { includesUsage } = call.request.parameters;
  const chunk = (index: number, text: Fields, step: Step | null, finish: Finish | null) => {
    const choice = { index, ...text, ...ending(call, form, step && [step], finish) };
    const usage = includesUsage ? { usage: null } : {};
    return {
      kind: 'chunk',
      data: JSON.stringify({ ...head, choices: [choice], ...usage }),
    } as const;
  };
  const { beginning } = form;
  if (beginning !== null) {
    yield call.choices.map((_choice, index) => chunk(index, beginning, null, null));
  }
  for await (const events of run(call)) {
    yield events.map((event) =>
      'step' in event
        ? chunk(event.index, form.chunk(event.step.text, false), event.step, null)
        : chunk(event.index, form.chunk(event.finish.rest, true), null, event.finish),
    );
  }
  const data = JSON.stringify({ ...head, choices: [], usage: usageOf(call) });
  yield [
    ...(includesUsage ? [{ kind: 'usage', data } as const] : []),
    { kind: 'done', data: '[DONE]' },
  ];
}

/** The fields of a choice after its text. */
function ending(
  call: LanguageCall,
  form: Form,
  steps: readonly Step[] | null,
  finish: Finish | null,
) {
  const { tokenizer } = call.context.services.language.library;
  const isWanted = call.request.logprobs !== null && steps !== null;
  return {
    logprobs: isWanted ? form.logprobs(steps, tokenizer) : null,
    finish_reason: finish?.reason ?? null,
  };
}
