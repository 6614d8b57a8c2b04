/**
 * Work without a caller that awaits it: of timers, events and news. An error in it would stay uncaught and
 * end the program; here it becomes a line of the log, and work that the disk refused is tried again.
 */
import { toAppError } from '../../../shared/errors/app-error.ts';

/** Waits before another attempt, ms; doubled each time. */
export const TRY_AGAIN = { first: 250, longest: 4000 } as const;

type Log = (line: string) => void;

/** Runs work whose error is for the log alone, whether it is thrown at once or later. */
export function unawaited(what: string, log: Log, work: () => unknown): void {
  const tell = (error: unknown) => log(`${what}: ${describe(error)}`);
  try {
    const result = work();
    if (result instanceof Promise) result.catch(tell);
  } catch (error) {
    tell(error);
  }
}

/**
 * Runs work that writes, and again with growing pauses as long as the disk refuses it. Any other error ends
 * it with a line of the log.
 *
 * @param work may be run again: it begins with what is on the disk
 */
export function keepTrying(what: string, log: Log, work: () => void): void {
  let wait: number = TRY_AGAIN.first;
  const attempt = () => {
    try {
      work();
    } catch (error) {
      log(`${what}: ${describe(error)}`);
      if (!isOfDisk(error)) return;
      setTimeout(attempt, wait).unref();
      wait = Math.min(TRY_AGAIN.longest, wait * 2);
    }
  };
  attempt();
}

/** True for what the disk refuses now and may take later. */
export function isOfDisk(error: unknown): boolean {
  return ['disk-full', 'storage'].includes(toAppError(error).kind);
}

function describe(error: unknown): string {
  const { kind, message, details } = toAppError(error);
  return kind === 'unexpected' ? `${message} (${String(details?.['error'] ?? '')})` : message;
}
