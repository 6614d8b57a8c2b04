/** Regular work on the library in the background. */

const TENDING = {
  /** After the start, which it must not slow down, ms. */
  first: 60_000,
  /** Whether a daily backup is due is asked this often, ms: computers sleep. */
  every: 60 * 60_000,
} as const;

/**
 * Calls `tend` a minute after the start and every hour.
 *
 * @param tend never rejects
 * @returns ends it, and waits for one that is under way
 */
export function tendRegularly(tend: () => Promise<void>): () => Promise<void> {
  let isStopped = false;
  let running = Promise.resolve();
  let timer = setTimeout(run, TENDING.first);
  timer.unref();

  function run(): void {
    running = tendAndWait();
  }

  async function tendAndWait(): Promise<void> {
    await tend();
    if (isStopped) return;
    timer = setTimeout(run, TENDING.every);
    timer.unref();
  }

  return () => {
    isStopped = true;
    clearTimeout(timer);
    return running;
  };
}
