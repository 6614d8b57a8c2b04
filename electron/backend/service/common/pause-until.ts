import { once, type EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after `milliseconds` or at the next `event`; rejects when `signal` is aborted. */
export async function pauseUntil(
  emitter: EventEmitter,
  event: string,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const until = {
    signal: signal === undefined ? over.signal : AbortSignal.any([over.signal, signal]),
  };
  const ends = [sleep(milliseconds, undefined, until), once(emitter, event, until)];
  try {
    await Promise.race(ends);
  } finally {
    over.abort();
    await Promise.allSettled(ends);
  }
}
