import { chatBody, type ChatRequest } from '../../../../../shared/api/chat.ts';
import {
  COMPLETIONS_PATH,
  completionBody,
  type CompletionRequest,
} from '../../../../../shared/api/completions.ts';
import {
  isLanguageAnswer,
  readLanguageAnswer,
  type LanguageAnswer,
  type TokenUsage,
} from '../../../../../shared/api/language-answer.ts';
import type { BodyOptions } from '../../../../../shared/api/sampling-check.ts';
import { AppError, toAppError } from '../../../../../shared/errors/app-error.ts';
import { readJson } from '../http/answer-reading.ts';
import { byteSourceOfBytes } from '../http/byte-source.ts';
import { unusableAnswer, type CallAnswer } from '../http/response-errors.ts';
import { outlineOf } from '../outline/outline.ts';
import type { CallDescription, CallOptions, ServiceCalls } from '../service-calls.ts';
import type { LanguageEnd, LanguageEvent } from './language-events.ts';
import { readStream } from './read-stream.ts';

export type LanguageCallOptions = CallOptions & BodyOptions;

export interface StreamOptions extends CallOptions, BodyOptions {
  /** Must not throw. */
  onEvents(events: readonly LanguageEvent[]): void;
  /** Longest time without a frame, wall-clock ms; default: the user's limit. */
  readonly stallMilliseconds?: number | undefined;
}

export async function complete(
  service: ServiceCalls,
  request: CompletionRequest,
  options: LanguageCallOptions,
): Promise<LanguageAnswer> {
  return await callWhole(
    service,
    COMPLETIONS_PATH,
    completionBody(request, false, options),
    options,
  );
}

export async function streamCompletion(
  service: ServiceCalls,
  request: CompletionRequest,
  options: StreamOptions,
): Promise<LanguageEnd> {
  return await callStreamed(
    service,
    COMPLETIONS_PATH,
    completionBody(request, true, options),
    options,
  );
}

export async function chat(
  service: ServiceCalls,
  path: string,
  request: ChatRequest,
  options: LanguageCallOptions,
): Promise<LanguageAnswer> {
  return await naming(path, () =>
    callWhole(service, path, chatBody(request, false, options), options),
  );
}

export async function streamChat(
  service: ServiceCalls,
  path: string,
  request: ChatRequest,
  options: StreamOptions,
): Promise<LanguageEnd> {
  return await naming(path, () =>
    callStreamed(service, path, chatBody(request, true, options), options),
  );
}

/** The chat path differs between deployments, so a missing one is the user's to change. */
async function naming<T>(path: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    const error = toAppError(thrown);
    const { details = {} } = error;
    // With the service's own code, the model (or key) is meant, unless it says otherwise.
    const isThePath = details['code'] === undefined || error.kind === 'not-the-service';
    if (details['status'] !== 404 || !isThePath) throw error;
    throw new AppError(
      'not-the-service',
      `There is no chat at ${path}. Change the chat path of the connection, for example to /v3/openai/chat/completions.`,
      { action: 'open-settings', details, cause: error },
    );
  }
}

function post(path: string, body: Readonly<Record<string, unknown>>): CallDescription {
  const bytes = byteSourceOfBytes(Buffer.from(JSON.stringify(body)));
  return { method: 'POST', path, group: 'language', body: { ...bytes, outline: outlineOf(body) } };
}

async function callWhole(
  service: ServiceCalls,
  path: string,
  body: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<LanguageAnswer> {
  return await service.call(post(path, body), options, async (answer) => {
    const json = await readJson(answer);
    if (isLanguageAnswer(json)) return readLanguageAnswer(json);
    throw unusableAnswer(answer, JSON.stringify(json), 'the answer contains no text');
  });
}

async function callStreamed(
  service: ServiceCalls,
  path: string,
  body: Readonly<Record<string, unknown>>,
  options: StreamOptions,
): Promise<LanguageEnd> {
  const { onEvents, ...callOptions } = options;
  const { stallMilliseconds = service.timeouts().silence } = options;
  const { now } = service.clock;
  const read = async (answer: CallAnswer): Promise<LanguageEnd | AppError> => {
    const stream = createStreamOutline();
    let hasBegun = false;
    const reading = {
      stallMilliseconds,
      now,
      onEvents(events: readonly LanguageEvent[]) {
        hasBegun ||= events.some(({ is }) => is === 'text' || is === 'thoughts');
        stream.add(events);
        onEvents(events);
      },
    };
    try {
      const end = await readStream(answer, reading);
      stream.ended(end);
      return end;
    } catch (error) {
      // After the first text nothing is repeated automatically: the error is returned, not thrown.
      if (!hasBegun) throw error;
      const appError = toAppError(error);
      answer.notes?.failed(appError);
      return appError;
    } finally {
      answer.notes?.note(stream.outline());
    }
  };
  const end = await service.call(post(path, body), callOptions, read);
  if ('by' in end) return end;
  throw end;
}

function createStreamOutline() {
  let texts = 0;
  let characters = 0;
  let unreadable = 0;
  let usage: TokenUsage | undefined;
  let endedBy: LanguageEnd['by'] | undefined;
  const reasons: string[] = [];
  return {
    add(events: readonly LanguageEvent[]): void {
      for (const event of events) {
        switch (event.is) {
          case 'text':
          case 'thoughts':
            texts += event.pieces;
            characters += event.text.length;
            break;
          case 'finish':
            if (reasons.length < 10) reasons.push(event.reason);
            break;
          case 'usage':
            usage = event.usage;
            break;
          case 'unreadable':
            unreadable += 1;
            break;
          case 'origin':
          case 'waiting':
        }
      }
    },
    ended: ({ by }: LanguageEnd) => void (endedBy = by),
    outline: () => ({
      stream: true,
      ...(endedBy === undefined ? {} : { ended_by: endedBy }),
      texts,
      characters,
      ...(unreadable === 0 ? {} : { unreadable }),
      choices: reasons.map((reason) => ({ finish_reason: reason })),
      ...(usage === undefined
        ? {}
        : {
            usage: {
              prompt_tokens: usage.promptTokens,
              completion_tokens: usage.completionTokens,
              total_tokens: usage.totalTokens,
            },
          }),
    }),
  };
}
