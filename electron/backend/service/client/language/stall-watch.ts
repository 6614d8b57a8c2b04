/** Measures silence by wall-clock time, because timers stop while a computer sleeps. */

/** Interval of checks, ms. */
const CHECK_INTERVAL = 500;
/** Silence that is left after a sleep, or after a jump of the clock, ms. */
const LEFT_AFTER_JUMP = 5000;

/** @param limit wall-clock ms @param onStall called at most once @param now Unix ms */
export function watchForStall(limit: number, onStall: () => void, now: () => number) {
  let lastAt = now();
  let checkedAt = lastAt;
  const timer = setInterval(
    () => {
      const at = now();
      const passed = at - checkedAt;
      checkedAt = at;
      if (passed < 0) lastAt += passed;
      if (passed > LEFT_AFTER_JUMP) lastAt = Math.max(lastAt, at + LEFT_AFTER_JUMP - limit);
      if (at - lastAt < limit) return;
      clearInterval(timer);
      onStall();
    },
    Math.min(CHECK_INTERVAL, limit),
  );
  return {
    touch(): void {
      lastAt = now();
      checkedAt = lastAt;
    },
    stop: (): void => clearInterval(timer),
  };
}
