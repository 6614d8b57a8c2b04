/** Measures silence by wall-clock time, because timers stop while a computer sleeps. */

/** Interval of checks, ms. */
const CHECK_INTERVAL = 500;

/** @param limit wall-clock ms @param onStall called at most once @param now Unix ms */
export function watchForStall(limit: number, onStall: () => void, now: () => number) {
  let lastAt = now();
  const timer = setInterval(
    () => {
      if (now() - lastAt < limit) return;
      clearInterval(timer);
      onStall();
    },
    Math.min(CHECK_INTERVAL, limit),
  );
  return {
    touch: (): void => void (lastAt = now()),
    stop: (): void => clearInterval(timer),
  };
}
