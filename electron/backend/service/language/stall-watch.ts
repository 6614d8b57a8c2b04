/** By wall-clock time, because timers stop while a computer sleeps. */

/** Interval of checks, ms. */
const LOOK_INTERVAL = 500;

export interface StallWatch {
  touch(): void;
  stop(): void;
}

/** @param limit wall-clock ms @param onStall called at most once @param now Unix ms */
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
