/**
 * Follows one answer to its end, over every break of the line: messages continue after the last
 * sequence that arrived, and news go out at most once a frame. The first news have a frame of their own: in
 * a burst, all that came with them would have to be drawn before it.
 */
import type { LanguageMessage, LanguageRun } from '../../../shared/contract/language.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';
import type { BackendLine } from '../../base/backend/transport.ts';
import { followStream } from '../../base/stream/follow-stream.ts';
import {
  EventCount,
  joinEvents,
  type AnswerEvent,
} from '../../../shared/language/answer-events.ts';
import type { Frames } from '../../base/stream/frames.ts';

/** The part of an answer that arrived since the last news. */
export interface AnswerNews {
  /** One text event a choice at most. */
  readonly events: readonly AnswerEvent[];
  /** Only with the last news. */
  readonly end: LanguageRun | undefined;
}

/** Takes the news of one answer. */
export interface AnswerListener {
  take(news: AnswerNews): void;
  /** Called when the answer cannot be read although the line is there; with `undefined` when it can again. */
  onError?(error: AppError | undefined): void;
}

export interface FollowAnswerParts {
  /** Opens the messages after a sequence; -1: all of them. */
  open(afterSequence: number, signal: AbortSignal): Promise<AsyncIterable<LanguageMessage>>;
  readonly line: Pick<BackendLine, 'state' | 'subscribe'>;
  readonly frames: Frames;
  /** For tests; resolves after the given time. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** @returns the way to stop following; the answer itself goes on */
export function followAnswer(parts: FollowAnswerParts, listener: AnswerListener): () => void {
  const { open, line, frames, pause } = parts;
  const controller = new AbortController();
  const received = new EventCount();
  let sequence = -1;
  let waiting: AnswerEvent[] = [];
  let end: LanguageRun | undefined;
  let cancelFrame: (() => void) | undefined;
  /** The first news are on the screen once a frame has begun after them. */
  let first: 'none' | 'given' | 'shown' = 'none';

  function give(): void {
    cancelFrame = undefined;
    const events = joinEvents(waiting);
    waiting = [];
    listener.take({ events, end });
  }

  function showRest(): void {
    first = 'shown';
    cancelFrame = undefined;
    if (waiting.length > 0 || end !== undefined) cancelFrame = frames.request(give);
  }

  function take(message: LanguageMessage): void {
    if (message.sequence <= sequence && message.end === undefined) return;
    sequence = Math.max(sequence, message.sequence);
    received.add(message.events);
    waiting.push(...message.events);
    end = message.end;
    // the first news do not wait: a frame more is a frame later on the screen
    if (first === 'none') {
      give();
      first = 'given';
      if (end === undefined) cancelFrame = frames.request(showRest);
    } else if (first === 'shown') cancelFrame ??= frames.request(give);
    if (end !== undefined) controller.abort();
  }

  /** Messages after the last one that arrived. */
  async function* read(signal: AbortSignal): AsyncGenerator<LanguageMessage> {
    const isAgain = sequence >= 0;
    let isFirst = true;
    for await (const message of await open(sequence, signal)) {
      // An answer that ended during the break has no numbered messages left: it is read as a whole.
      if (isAgain && isFirst && message.end !== undefined) {
        yield await readRest(signal);
        return;
      }
      isFirst = false;
      yield message;
    }
  }

  async function readRest(signal: AbortSignal): Promise<LanguageMessage> {
    const events: AnswerEvent[] = [];
    let last: LanguageMessage | undefined;
    for await (const message of await open(-1, signal)) {
      events.push(...message.events);
      last = message;
    }
    const rest = received.rest(events);
    return { sequence: sequence + 1, events: rest, ...(last?.end && { end: last.end }) };
  }

  void followStream<LanguageMessage>(
    {
      open: async (signal) => read(signal),
      take,
      onError(error) {
        listener.onError?.(error);
        if (error?.kind === 'not-found') controller.abort();
      },
      // the user's next look at this answer opens it again
      async givenUp() {
        controller.abort();
      },
    },
    line,
    controller.signal,
    pause,
  );

  return () => {
    controller.abort();
    cancelFrame?.();
  };
}
