/** A long work as a stream: how far it is, a few times a second, and what came of it at the end. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Least time between two steps, ms. */
const INTERVAL = 150;

/**
 * @param work begins at once; its signal is aborted when the stream is left
 * @param signal ends the stream
 * @returns the latest step that was reported; the last one is what the work returns
 * @throws what the work throws
 */
export async function* steps<Step>(
  work: (report: (step: Step) => void, signal: AbortSignal) => Promise<Step>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Step, void, void> {
  const left = new AbortController();
  const either = AbortSignal.any([left.signal, ...(signal === undefined ? [] : [signal])]);
  let latest: Step | undefined;
  let news = Promise.withResolvers<void>();
  let isEnded = false;
  const working = work((step) => {
    latest = step;
    news.resolve();
  }, either);
  const ended = working
    .then(
      () => undefined,
      () => undefined, // thrown below
    )
    .finally(() => {
      isEnded = true;
      news.resolve();
    });
  try {
    for (;;) {
      await news.promise;
      if (isEnded) break;
      news = Promise.withResolvers();
      if (latest !== undefined) yield latest;
      await Promise.race([ended, sleep(INTERVAL)]);
      if (isEnded) break;
    }
    yield await working;
  } finally {
    left.abort();
    await ended;
  }
}
