/** Uploads wait a while after an error that the next file would meet, too; each time in a row longer. */
import type { TrainingSummary } from '../../../shared/contract/training.ts';
import type { AppError, AppErrorData } from '../../../shared/errors/app-error.ts';
import { unawaited } from '../common/unawaited.ts';

/** Numbers of this module, ms. */
const HOLD = {
  longestHold: 60_000,
  /** Failures of the service itself in a row, after which the user decides. */
  mostFailures: 5,
  /** Wait after 429 without `Retry-After`. */
  usualLimit: 6000,
  longestLimit: 10 * 60_000,
} as const;

export interface UploadHold {
  /** The error of the hold and its rest, ms; `undefined` while nothing is held. */
  readonly by: Pick<TrainingSummary['queue'], 'heldBy' | 'heldForMilliseconds'> | undefined;
  /** Nothing leaves for a while; a service that fails again and again is left to the user. */
  begin(error: AppError): void;
  release(): void;
  /** A file arrived: the next failure is the first in a row. */
  succeeded(): void;
  close(): void;
}

export function createUploadHold(parts: {
  /** Of the first failure in a row, ms. */
  readonly firstHold: number;
  readonly log: (line: string) => void;
  readonly onChange: () => void;
  /** Files may leave again. */
  readonly onReleased: () => void;
  /** The service has failed too often. */
  readonly giveUp: (error: AppError) => void;
}): UploadHold {
  let hold:
    | { readonly until: number; readonly error: AppErrorData; timer: NodeJS.Timeout }
    | undefined;
  let failures = 0;

  function begin(error: AppError): void {
    if (hold !== undefined) return;
    failures += 1;
    if (error.kind === 'service-failed' && failures >= HOLD.mostFailures) {
      failures = 0;
      parts.giveUp(error);
      return;
    }
    const asked = Number(error.details?.['retryAfterSeconds'] ?? Number.NaN) * 1000;
    const limit = Number.isFinite(asked) ? asked : HOLD.usualLimit;
    const own = Math.min(HOLD.longestHold, parts.firstHold * 2 ** (failures - 1));
    const wait =
      error.kind === 'rate-limited'
        ? Math.min(HOLD.longestLimit, Math.max(parts.firstHold, limit))
        : own;
    const timer = setTimeout(() => unawaited('training', parts.log, release), wait);
    // of a monotonic clock: setting the computer's time neither hurries nor holds anything
    hold = { until: performance.now() + wait, error: error.toData(), timer };
    parts.onChange();
  }

  function release(): void {
    if (hold === undefined) return;
    clearTimeout(hold.timer);
    hold = undefined;
    parts.onChange();
    parts.onReleased();
  }

  return {
    get by() {
      if (hold === undefined) return undefined;
      return {
        heldBy: hold.error,
        heldForMilliseconds: Math.max(0, Math.round(hold.until - performance.now())),
      };
    },
    begin,
    release,
    succeeded() {
      failures = 0;
    },
    close: () => clearTimeout(hold?.timer),
  };
}
