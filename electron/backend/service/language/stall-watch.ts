/**
 * Notices that nothing has arrived for a while, by the clock on the wall: timers stand still while a
 * computer sleeps, and after waking up a dead stream would hang for the whole limit again.
 */

/** Interval of looks at the clock, ms. */
const LOOK_INTERVAL = 500;

/**
 * Passes bytes on until none came for too long.
 *
 * @param limit ms by the wall clock
 * @param onStall makes the iteration of `bytes` end; called at most once
 * @param now Unix ms
 */
export async function* withStallWatch(
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
  onStall: () => void,
  now: () => number,
): AsyncGenerator<Uint8Array> {
  let lastAt = now();
  const timer = setInterval(
    () => {
      if (now() - lastAt < limit) return;
      clearInterval(timer);
      onStall();
    },
    Math.min(LOOK_INTERVAL, limit),
  );
  try {
    for await (const chunk of bytes) {
      lastAt = now();
      yield chunk;
      lastAt = now(); // the time that the reader took is not the service's
    }
  } finally {
    clearInterval(timer);
  }
}
