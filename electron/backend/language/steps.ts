import { setTimeout as sleep } from 'node:timers/promises';

/** Least interval between steps, ms. */
const INTERVAL = 150;

/** @param work starts at once; closing the stream aborts it @returns the latest progress */
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
      () => undefined, // Thrown below.
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
