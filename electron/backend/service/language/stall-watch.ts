/**
 * Notices that nothing has arrived for a while, by the clock on the wall: timers stand still while a
 * computer sleeps, and after waking up a dead stream would hang for the whole limit again.
 */

/** Interval of looks at the clock, ms. */
const LOOK_INTERVAL = 500;

export interface StallWatch {
  /** Something has arrived. */
  touch(): void;
  stop(): void;
}

/**
 * @param limit ms by the wall clock
 * @param onStall called at most once
 * @param now Unix ms
 */
export function watchForStall(limit: number, onStall: () => void, now: () => number): StallWatch {
  let lastAt = now();
  const timer = setInterval(
    () => {
      if (now() - lastAt < limit) return;
      clearInterval(timer);
      onStall();
    },
    Math.min(LOOK_INTERVAL, limit),
  );
  return {
    touch: () => void (lastAt = now()),
    stop: () => clearInterval(timer),
  };
}
