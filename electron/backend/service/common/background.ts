/** Runs work that no caller awaits, and logs its errors, which would end the program. */
import { toAppError } from '../../../../shared/errors/app-error.ts';

/** Delays before retries, ms, doubled each time. */
const TRY_AGAIN = { first: 250, longest: 4000 } as const;

type Log = (line: string) => void;

/** Logs a synchronous or asynchronous error. */
export function runInBackground(what: string, log: Log, work: () => unknown): void {
  const tell = (error: unknown) => log(`${what}: ${describe(error)}`);
  try {
    const result = work();
    if (result instanceof Promise) result.catch(tell);
  } catch (error) {
    tell(error);
  }
}

/** Retries while the disk refuses. @param work must be repeatable */
export function retryInBackground(what: string, log: Log, work: () => void): void {
  let wait: number = TRY_AGAIN.first;
  const attempt = () => {
    try {
      work();
    } catch (error) {
      log(`${what}: ${describe(error)}`);
      if (!isDiskError(error)) return;
      setTimeout(attempt, wait).unref();
      wait = Math.min(TRY_AGAIN.longest, wait * 2);
    }
  };
  attempt();
}

export function isDiskError(error: unknown): boolean {
  return ['disk-full', 'storage'].includes(toAppError(error).kind);
}

function describe(error: unknown): string {
  const { kind, message, details } = toAppError(error);
  return kind === 'unexpected' ? `${message} (${String(details?.['error'] ?? '')})` : message;
}
