/** Follows one of the backend's streams for as long as the window is there, over every break of the line. */
import { ORPCError } from '@orpc/client';
import { readError } from '../backend/read-error.ts';
import type { BackendLine } from '../backend/transport.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';

/** Waits before a stream is opened again, ms. */
const RETRY = {
  /** After a break of the line, or a stream that simply ended. */
  delay: 500,
  /** After an error in the backend's answer: asking at once would bring it again. */
  afterError: 10_000,
  /** Attempts in a row that bring nothing although the line is there; then the user decides. */
  attempts: 6,
} as const;

export interface FollowedStream<Item> {
  /** Opens the stream where the last one broke off. */
  open(signal: AbortSignal): Promise<AsyncIterable<Item>>;
  take(item: Item): void;
  /** Called when the stream itself fails, not the line; with `undefined` when it works again. */
  onError(error: AppError | undefined): void;
  /** Called after the last attempt. Resolves when the user wants another one, or when the window closes. */
  givenUp(signal: AbortSignal): Promise<void>;
}

/**
 * Opens the stream again whenever it ends. It waits while the line is lost, which the shell shows. Any
 * other error is reported once, tried again much later, and given up after some attempts.
 *
 * @param line to tell a lost line from a wrong answer
 * @param pause resolves after the given time, ms, or when `signal` is aborted
 */
export async function followStream<Item>(
  { open, take, onError, givenUp }: FollowedStream<Item>,
  line: Pick<BackendLine, 'state' | 'subscribe'>,
  signal: AbortSignal,
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void> = wait,
): Promise<void> {
  let isReported = false;
  let fruitless = 0;
  while (!signal.aborted) {
    let isLost = line.state() === 'lost';
    const stop = line.subscribe(() => {
      if (line.state() === 'lost') isLost = true;
    });
    let delay: number = RETRY.delay;
    try {
      for await (const item of await open(signal)) {
        if (isReported) onError(undefined);
        isReported = false;
        fruitless = 0;
        take(item);
      }
    } catch (thrown) {
      // the socket's own event may come a moment after the call has failed
      await pause(RETRY.delay, signal);
      const isWrong = thrown instanceof ORPCError || !isLost;
      if (isWrong && !signal.aborted) {
        if (!isReported) onError(readError(thrown));
        isReported = true;
        fruitless += 1;
        delay = RETRY.afterError;
      }
    } finally {
      stop();
    }
    if (fruitless >= RETRY.attempts && !signal.aborted) {
      fruitless = 0;
      await givenUp(signal);
    } else await pause(delay, signal);
  }
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
