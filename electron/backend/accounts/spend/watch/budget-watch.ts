/** Notifies once per period at 50, 80 and 100 %, recorded before. */
import type { HostPorts } from '../../../service/common/ports.ts';
import { categoryName } from '../../../../../shared/spend/category-names.ts';
import { formatAmount } from '../../../../../shared/spend/exact-money.ts';
import { formatDecimal } from '../../../../../shared/api/exact-decimal.ts';
import { BUDGET_LEVELS, type Budget } from '../../../../../shared/contract/spend-forecast.ts';
import type { BillStore } from '../bill-store.ts';
import type { BudgetStore } from './budget-store.ts';
import {
  levelOf,
  usedPercent,
  budgetPeriod,
  PERIOD_WORDS,
  sumOfBudget,
  type BudgetSum,
} from './budget-sums.ts';

export type BudgetWatch = ReturnType<typeof createBudgetWatch>;

/** @param deps.now seconds */
export function createBudgetWatch(deps: {
  readonly bills: BillStore;
  readonly budgets: BudgetStore;
  readonly ports: Pick<HostPorts, 'notify'>;
  readonly now: () => number;
  readonly openSpend: () => void;
}) {
  const { bills, budgets, ports } = deps;

  /** @param isSet budgets were just set: earlier periods of a new one don't count as exceeded late */
  function checkLevels(connectionId: string, isNotified: boolean, isSet: boolean): void {
    const now = deps.now();
    for (const budget of budgets.budgets(connectionId)) {
      const before = budgetPeriod(budget, now).start - 1;
      reach(connectionId, budget, before, isSet ? before : now);
      const reached = reach(connectionId, budget, now, now);
      if (reached === undefined || !isNotified) continue;
      ports.notify({
        title: titleOf(budget, reached.level),
        body: bodyOf(budget, reached.sum),
        onOpen: deps.openSpend,
      });
    }
  }

  function reach(
    connectionId: string,
    budget: Budget,
    at: number,
    reachedAt: number,
  ): { readonly level: number; readonly sum: BudgetSum } | undefined {
    const now = deps.now();
    const sum = sumOfBudget(bills, connectionId, budget, at, now);
    // A period with missing parts may already be over it, or differ.
    if (!sum.isKnown && sum.end <= now) return undefined;
    const level = levelOf(usedPercent(sum.spent, budget.amount));
    if (level === 0) return undefined;
    const before = budgets.highestLevel(connectionId, budget, sum.start);
    for (const each of BUDGET_LEVELS.filter((known) => known <= level)) {
      budgets.recordLevel(connectionId, budget, sum.start, each, reachedAt);
    }
    return level > before ? { level, sum } : undefined;
  }

  return {
    /** @param isFirst records levels without a notification */
    afterReading: (connectionId: string, isFirst: boolean): void =>
      checkLevels(connectionId, !isFirst, false),
    /** Call after budgets were set: the dialog shows reached levels. */
    afterSetting: (connectionId: string): void => checkLevels(connectionId, false, true),
  };
}

function titleOf({ scope }: Budget, level: number): string {
  const name = scope === 'all' ? 'Budget' : `Budget for ${categoryName(scope).toLowerCase()}`;
  return level >= 100 ? `${name} used up` : `${name}: ${level} % used`;
}

function bodyOf({ amount, period, counts }: Budget, { spent, lacksDecimals }: BudgetSum): string {
  const used = formatAmount({ exact: formatDecimal(spent), hasDecimals: !lacksDecimals });
  const of = formatAmount({ exact: String(amount), hasDecimals: true });
  const what = counts === 'used' ? 'used' : 'to pay';
  return `${used} of ${of} ${what} ${PERIOD_WORDS[period]} (UTC). Gesso keeps working.`;
}
