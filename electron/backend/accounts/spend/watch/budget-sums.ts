/** Budgets compared with bills of their period. Times are seconds, UTC; amounts 1/10000 USD. */
import { endOfCycle, startOfCycle } from '../../../../../shared/api/bill-periods.ts';
import { sumOfDecimals, type ExactDecimal } from '../../../../../shared/api/exact-decimal.ts';
import { BUDGET_LEVELS, type Budget } from '../../../../../shared/contract/spend-forecast.ts';
import type { BillStore } from '../bill-store.ts';
import { billedDays } from './days.ts';

export interface BudgetSum {
  readonly start: number;
  readonly end: number;
  readonly spent: ExactDecimal;
  readonly lacksDecimals: boolean;
  /** False if part of the period was never fetched. */
  readonly isKnown: boolean;
  /** Unix ms; see `BilledDays`. */
  readonly readAt: number | undefined;
}

export const PERIOD_WORDS = { day: 'today', week: 'this week', month: 'this month' } as const;

const CYCLES = { day: 'Day', week: 'Week', month: 'Month' } as const;

export function budgetPeriod({ period }: Pick<Budget, 'period'>, second: number) {
  const cycle = CYCLES[period];
  return { start: startOfCycle(cycle, second), end: endOfCycle(cycle, second) };
}

/** @param at a second of the period */
export function sumOfBudget(
  store: BillStore,
  connectionId: string,
  budget: Budget,
  at: number,
  now: number,
): BudgetSum {
  const period = budgetPeriod(budget, at);
  const categories = budget.scope === 'all' ? undefined : [budget.scope];
  const { days, ...facts } = billedDays(store, connectionId, period, now, categories);
  const spent = sumOfDecimals(
    days.map(({ used, toPay }) => (budget.counts === 'used' ? used : toPay)),
  );
  return { ...period, ...facts, spent };
}

/** Whole percent, rounded down. */
export function usedPercent({ value, scale }: ExactDecimal, amount: number): number {
  const unit = BigInt(amount) * 10n ** BigInt(scale);
  const percent = (value * 100n) / unit;
  const isCut = value < 0n && (value * 100n) % unit !== 0n;
  return Number(isCut ? percent - 1n : percent);
}

/** The highest reached level; 0 for none. */
export function levelOf(percent: number): number {
  return BUDGET_LEVELS.findLast((level) => percent >= level) ?? 0;
}
