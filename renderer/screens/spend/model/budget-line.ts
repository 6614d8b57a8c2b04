import { endOfCycle, startOfCycle } from '../../../../shared/api/bill-periods.ts';
import type { BudgetState } from '../../../../shared/contract/spend-forecast.ts';
import type { SpendRange, SpendSeries } from '../../../../shared/contract/spend.ts';
import type { SpendView } from '../../../../shared/contract/spend-view.ts';
import { areAllShown } from './shown-categories.ts';

export interface BudgetLine {
  /** Scale of the line: of the bars, or of the cumulative sum. */
  readonly scale: 'bars' | 'sum';
  /** Dollars. */
  readonly dollars: number;
}

const UNITS = 10_000;

/** @returns the smallest budget for exactly the shown money; `undefined` without one */
export function budgetLine(
  budgets: readonly BudgetState[],
  view: Pick<
    SpendView,
    'categories' | 'without' | 'productName' | 'productKey' | 'ownerId' | 'isCumulative'
  >,
  series: Pick<SpendSeries, 'unit'>,
  range: SpendRange,
): BudgetLine | undefined {
  const { categories } = view;
  const scope = areAllShown(view) ? 'all' : categories.length === 1 ? categories[0] : undefined;
  const isPart = [view.productKey, view.ownerId].some((id) => id !== undefined);
  if (isPart || view.productName.trim() !== '') return undefined;
  const fitting = budgets
    .map(({ budget }) => budget)
    .filter((budget) => budget.scope === scope && budget.counts === 'used')
    .toSorted((a, b) => a.amount - b.amount);
  const ofBars = fitting.find(({ period }) => period === series.unit);
  if (ofBars !== undefined) return { scale: 'bars', dollars: ofBars.amount / UNITS };
  const isOneMonth =
    range.start === startOfCycle('Month', range.start) &&
    range.end <= endOfCycle('Month', range.start);
  const ofMonth = fitting.find(({ period }) => period === 'month');
  return view.isCumulative && isOneMonth && ofMonth !== undefined
    ? { scale: 'sum', dollars: ofMonth.amount / UNITS }
    : undefined;
}
