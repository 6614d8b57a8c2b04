/** Follows a stream of the backend as long as the window lives, reconnecting when needed. */
import { ORPCError } from '@orpc/client';
import { readError } from '../backend/read-error.ts';
import type { BackendLine } from '../backend/transport.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';

/** Waits before reconnecting, ms. */
const RETRY = {
  /** After a lost line to the backend, or a stream that ended. */
  delay: 500,
  /** After an error from the backend, which retrying at once would only repeat. */
  afterError: 10_000,
  /** Failures in a row although the line is open; then the user decides. */
  attempts: 6,
} as const;

interface FollowedStream<Item> {
  /** Opens the stream where the last one ended. */
  open(signal: AbortSignal): Promise<AsyncIterable<Item>>;
  take(item: Item): void;
  /** Called when the stream fails although the line is open; with `undefined` when it recovers. */
  onError(error: AppError | undefined): void;
  /**
   * Called after the last attempt. Resolves when the user wants another, or when the window closes.
   */
  givenUp(signal: AbortSignal): Promise<void>;
}

/**
 * Reopens the stream whenever it ends. A lost line is waited for, and the shell shows it.
 * Other errors are reported once, retried much later, and given up after some attempts.
 * @param line tells a lost line from a failed stream
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
      // the socket's event may arrive a moment after the call has failed
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
