import type { TrainingSummary } from '../../../../shared/contract/training.ts';
import type { AppError, AppErrorData } from '../../../../shared/errors/app-error.ts';
import { runInBackground } from '../../service/common/background.ts';

/** ms. */
const HOLD = {
  longestHold: 60_000,
  /** Consecutive failures of the service after which the user decides. */
  mostFailures: 5,
  /** Delay after 429 without `Retry-After`. */
  usualLimit: 6000,
  longestLimit: 10 * 60_000,
} as const;

export function createUploadHold(deps: {
  /** After the first failure, ms. */
  readonly firstHold: number;
  readonly log: (line: string) => void;
  readonly onChange: () => void;
  readonly onReleased: () => void;
  readonly giveUp: (error: AppError) => void;
}) {
  let hold:
    | { readonly until: number; readonly error: AppErrorData; timer: NodeJS.Timeout }
    | undefined;
  let failures = 0;

  /** Repeated failures of the service are left to the user. */
  function begin(error: AppError): void {
    if (hold !== undefined) return;
    failures += 1;
    if (error.kind === 'service-failed' && failures >= HOLD.mostFailures) {
      failures = 0;
      deps.giveUp(error);
      return;
    }
    const asked = Number(error.details?.['retryAfterSeconds'] ?? Number.NaN) * 1000;
    const limit = Number.isFinite(asked) ? asked : HOLD.usualLimit;
    const own = Math.min(HOLD.longestHold, deps.firstHold * 2 ** (failures - 1));
    const wait =
      error.kind === 'rate-limited'
        ? Math.min(HOLD.longestLimit, Math.max(deps.firstHold, limit))
        : own;
    const timer = setTimeout(() => runInBackground('training', deps.log, release), wait);
    hold = { until: performance.now() + wait, error: error.toData(), timer };
    deps.onChange();
  }

  function release(): void {
    if (hold === undefined) return;
    clearTimeout(hold.timer);
    hold = undefined;
    deps.onChange();
    deps.onReleased();
  }

  return {
    /** The error and remaining time, ms; `undefined` without a delay. */
    get by(): Pick<TrainingSummary['queue'], 'heldBy' | 'heldForMilliseconds'> | undefined {
      if (hold === undefined) return undefined;
      return {
        heldBy: hold.error,
        heldForMilliseconds: Math.max(0, Math.round(hold.until - performance.now())),
      };
    },
    begin,
    release,
    succeeded(): void {
      failures = 0;
    },
    close: (): void => clearTimeout(hold?.timer),
  };
}
