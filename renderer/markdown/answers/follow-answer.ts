/**
 * Follows an answer to its end, over every lost line to the backend: messages continue after the last
 * received sequence number, and news come at most once a frame. The first news get a frame of their
 * own; in a burst, everything that came along would have to be rendered before it.
 */
import type { LanguageMessage, LanguageRun } from '../../../shared/contract/language.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';
import type { BackendLine } from '../../core/backend/transport.ts';
import { followStream } from '../../core/stream/follow-stream.ts';
import {
  EventCount,
  joinEvents,
  type AnswerEvent,
} from '../../../shared/language/answer-events.ts';
import type { Frames } from '../../core/stream/frames.ts';

/** What arrived since the last news. */
export interface AnswerNews {
  /** At most one text event for each choice. */
  readonly events: readonly AnswerEvent[];
  /** With the last news only. */
  readonly end: LanguageRun | undefined;
}

export interface AnswerListener {
  take(news: AnswerNews): void;
  /**
   * Called when the answer cannot be loaded although the line is open; with `undefined` once it
   * can.
   */
  onError?(error: AppError | undefined): void;
}

export interface FollowAnswerDeps {
  /** Opens the messages after a sequence number; -1 for all. */
  open(afterSequence: number, signal: AbortSignal): Promise<AsyncIterable<LanguageMessage>>;
  readonly line: Pick<BackendLine, 'state' | 'subscribe'>;
  readonly frames: Frames;
  /** For tests; resolves after the given time. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** @returns stops following; the answer itself continues */
export function followAnswer(deps: FollowAnswerDeps, listener: AnswerListener): () => void {
  const { open, line, frames, pause } = deps;
  const controller = new AbortController();
  const received = new EventCount();
  let sequence = -1;
  let waiting: AnswerEvent[] = [];
  let end: LanguageRun | undefined;
  let cancelFrame: (() => void) | undefined;
  /** The first news are on the screen once the next frame has begun. */
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
    // the first news do not wait for a frame, which would show them a frame later
    if (first === 'none') {
      give();
      first = 'given';
      if (end === undefined) cancelFrame = frames.request(showRest);
    } else if (first === 'shown') cancelFrame ??= frames.request(give);
    if (end !== undefined) controller.abort();
  }

  /** Messages after the last received one. */
  async function* read(signal: AbortSignal): AsyncGenerator<LanguageMessage> {
    const isAgain = sequence >= 0;
    let isFirst = true;
    for await (const message of await open(sequence, signal)) {
      // an answer that ended meanwhile has no numbered messages left, so it is read as a whole
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
      // the user's next visit to this answer opens it again
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
