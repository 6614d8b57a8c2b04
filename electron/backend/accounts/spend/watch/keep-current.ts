/** Fetches recent bills, which top bar, budgets and forecast need without the Spend screen. */
import { startOfCycle } from '../../../../../shared/api/bill-periods.ts';
import { CHARGED_CATEGORIES } from '../../../../../shared/api/billing.ts';
import { toAppError } from '../../../../../shared/errors/app-error.ts';
import type { SpendRead } from '../../../../../shared/contract/spend.ts';
import { FORECAST } from './forecast.ts';

/** ms. */
export const KEEP_CURRENT = {
  /** Delay after a start, a wake or another account, until the window has started its own sync. */
  afterStart: 20_000,
  every: 3_600_000,
} as const;

const DAY = 86_400;

/** @param deps.read rejects with an AppError, which is shown elsewhere @param deps.now Unix ms */
export function createKeepCurrent(deps: {
  /** False without an account, and in practice. */
  readonly isWanted: () => boolean;
  readonly read: (wanted: SpendRead, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly log: (line: string) => void;
}) {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> = Promise.resolve();

  function later(milliseconds: number): void {
    clearTimeout(timer);
    if (closing.signal.aborted) return;
    timer = setTimeout(() => {
      reading = reading
        .then(readNow)
        .catch((error: unknown) => deps.log(`bills: ${toAppError(error).message}`))
        .finally(() => later(KEEP_CURRENT.every));
    }, milliseconds).unref();
  }

  async function readNow(): Promise<void> {
    if (closing.signal.aborted || !deps.isWanted()) return;
    const today = startOfCycle('Day', Math.floor(deps.now() / 1000));
    const range = { start: today - FORECAST.mostDays * DAY, end: today + DAY };
    await deps.read({ range, unit: 'day', categories: [...CHARGED_CATEGORIES] }, closing.signal);
  }

  later(KEEP_CURRENT.afterStart);
  return {
    readSoon: (): void => later(KEEP_CURRENT.afterStart),
    async close(): Promise<void> {
      closing.abort();
      clearTimeout(timer);
      await reading;
    },
  };
}
