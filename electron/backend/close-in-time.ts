/** The end of Gesso comes in time, whatever is under way. */
import { setTimeout as sleep } from 'node:timers/promises';
import { toAppError } from '../../shared/errors/app-error.ts';

/** Longest wait for work that is being broken off, ms; with the rest of the end, five seconds. */
export const CLOSES_WITHIN = 4000;

/**
 * Closes parts one step after the other. A step that hangs is left behind when its share of the time is over,
 * so that those after it are broken off properly, too; what is left behind the next start finds as after a
 * kill. Never rejects.
 *
 * @param steps their names are for the log
 * @param milliseconds for all of them
 */
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
    limit.catch(() => undefined); // called off
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
