import { setTimeout as sleep } from 'node:timers/promises';
import { toAppError } from '../../../../shared/errors/app-error.ts';

/** Longest shutdown of running work, ms; the whole exit takes at most five seconds. */
export const CLOSES_WITHIN = 4000;

/** A step that exceeds its share of the time is abandoned. Never rejects. */
export async function closeInTime(
  steps: readonly (readonly [name: string, close: () => Promise<unknown>])[],
  milliseconds: number,
  log: (line: string) => void,
): Promise<void> {
  const startedAt = performance.now();
  for (const [index, [name, close]] of steps.entries()) {
    const end = startedAt + (milliseconds * (index + 1)) / steps.length;
    const late = new AbortController();
    const limit = sleep(Math.max(0, end - performance.now()), 'late', { signal: late.signal });
    limit.catch(() => undefined); // Rejects when the step is over and `late` is aborted.
    try {
      const outcome = await Promise.race([close().then(() => 'closed' as const), limit]);
      if (outcome === 'late') log(`end: ${name} did not end in time`);
    } catch (error) {
      log(`end: ${name}: ${toAppError(error).message}`);
    } finally {
      late.abort();
    }
  }
}
