import type { Budget, BudgetState } from '../../../../shared/contract/spend-forecast.ts';
import { parseDecimal } from '../../../../shared/api/exact-decimal.ts';

/** The amount is as typed, in dollars. */
export interface BudgetDraft extends Omit<Budget, 'amount'> {
  readonly dollars: string | number;
}

const UNITS = 10_000;

export function newDraft(id: string): BudgetDraft {
  return { id, scope: 'all', period: 'month', counts: 'used', asks: false, dollars: '' };
}

export function draftOf({ amount, ...rest }: Budget): BudgetDraft {
  return { ...rest, dollars: amount / UNITS };
}

/** @returns 1/10000 USD; `undefined` for a sum that cannot be a budget */
export function budgetAmount(dollars: string | number): number | undefined {
  const decimal = parseDecimal(String(dollars).trim());
  if (decimal === undefined) return undefined;
  const units = Math.round((Number(decimal.value) / 10 ** decimal.scale) * UNITS);
  return units >= 1 && units <= 1_000_000_000_000 ? units : undefined;
}

/** Two budgets for the same money would notify twice. */
export function budgetProblem(drafts: readonly BudgetDraft[]): string | undefined {
  if (drafts.some(({ dollars }) => budgetAmount(dollars) === undefined)) {
    return 'Enter an amount for each budget, at least $0.0001.';
  }
  const keys = drafts.map(({ scope, period, counts }) => `${scope} ${period} ${counts}`);
  return new Set(keys).size < keys.length
    ? 'Two budgets are for the same period and category. Remove one of them.'
    : undefined;
}

/** Returns percent; `undefined` while the period is unknown. */
export function percentNow(draft: BudgetDraft, states: readonly BudgetState[]): number | undefined {
  const known = states.find(
    ({ budget }) =>
      budget.scope === draft.scope &&
      budget.period === draft.period &&
      budget.counts === draft.counts,
  );
  const amount = budgetAmount(draft.dollars);
  if (known === undefined || amount === undefined || !known.isKnown) return undefined;
  return Math.floor((Number(known.spent.exact) * 100) / amount);
}
