const TENDING = {
  /** Delay after the start, which it must not slow down, ms. */
  first: 60_000,
  /** Interval of checks for a due backup, ms: computers sleep. */
  every: 60 * 60_000,
} as const;

/** @param tend never rejects @returns a function that stops it and waits for a running one */
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
