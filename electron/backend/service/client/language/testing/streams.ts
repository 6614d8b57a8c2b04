/** Streams for tests: frames as a service sends them, and the reading of bytes that never were on a wire. */
import { toAppError, type AppError } from '../../../../../../shared/errors/app-error.ts';
import { failedCallOf } from '../../../../../../shared/api/errors.ts';
import { createRedactor } from '../../redaction.ts';
import type { LanguageEnd, LanguageEvent } from '../language-events.ts';
import { readStream } from '../read-stream.ts';

export interface StreamOutcome {
  /** Texts by choice. */
  readonly texts: readonly string[];
  readonly others: readonly LanguageEvent[];
  readonly end: LanguageEnd | undefined;
  readonly error: AppError | undefined;
}

export function textFrame(text: string, choice = 0): string {
  const choices = [{ index: choice, text, logprobs: null, finish_reason: null }];
  return frame({ id: 'cmpl-1', object: 'text_completion', created: 1_790_000_000, choices });
}

export function finishFrame(reason = 'stop', choice = 0): string {
  return frame({ id: 'cmpl-1', choices: [{ index: choice, text: '', finish_reason: reason }] });
}

export const USAGE_FRAME = frame({
  id: 'cmpl-1',
  choices: [],
  usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
});

export const DONE_FRAME = 'data: [DONE]\n\n';

export function frame(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** Reads a body that arrives in these parts. @param onTold called whenever events were passed on */
export async function readParts(
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  contentType = 'text/event-stream',
  stallMilliseconds = 60_000,
  onTold: (textSoFar: string) => void = () => undefined,
): Promise<StreamOutcome> {
  const texts: string[] = [];
  const others: LanguageEvent[] = [];
  const url = new URL('https://service.test/v3/openai/completions');
  const context = { method: 'POST', url, mayCost: true } as const;
  const isDiscarded = Promise.withResolvers<void>();
  const response = {
    status: 200,
    header: (name: string) => (name === 'content-type' ? contentType : undefined),
    body: endedBy(parts, isDiscarded.promise),
    discard: () => isDiscarded.resolve(),
  };
  const call = failedCallOf(url.pathname, true);
  const reading = readStream(
    { context, call, response, redactor: createRedactor() },
    {
      stallMilliseconds,
      now: () => Date.now(),
      onEvents(events) {
        for (const event of events) {
          if (event.is === 'text') {
            texts[event.choice] = (texts[event.choice] ?? '') + event.text;
          } else others.push(event);
        }
        onTold(texts.join(''));
      },
    },
  );
  return await reading.then(
    (end) => ({ texts, others, end, error: undefined }),
    (error: unknown) => ({ texts, others, end: undefined, error: toAppError(error) }),
  );
}

async function* endedBy(
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  discarded: Promise<void>,
): AsyncGenerator<Uint8Array> {
  const iterator = (async function* () {
    yield* parts;
  })();
  const broken = discarded.then(() => {
    throw new Error('the connection was dropped');
  });
  for (;;) {
    const next = await Promise.race([iterator.next(), broken]);
    if (next.done === true) return;
    yield next.value;
  }
}
