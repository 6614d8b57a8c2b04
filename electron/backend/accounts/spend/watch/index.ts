import type { DatabaseSync } from 'node:sqlite';
import type { Connections } from '../../connections/connections.ts';
import { isPractice } from '../../../library/practice-id.ts';
import type { HostPorts } from '../../../service/common/ports.ts';
import type { EndedReading } from '../bill-reader.ts';
import type { BillStore } from '../bill-store.ts';
import { os } from '../../../service/common/procedures.ts';
import { createBudgetGuard, createReadUnbilled } from './budget-guard.ts';
import { createBudgetStore } from './budget-store.ts';
import { createBudgetWatch } from './budget-watch.ts';
import { createSpendForecast } from './spend-forecast.ts';

export type { BudgetGuard } from './budget-guard.ts';
export { createKeepCurrent } from './keep-current.ts';

export type SpendWatch = ReturnType<typeof createSpendWatch>;

export function createSpendWatch(deps: {
  readonly database: DatabaseSync;
  readonly bills: BillStore;
  readonly connections: Pick<Connections, 'active'>;
  readonly ports: Pick<HostPorts, 'notify'>;
  /** 1/10000 USD, see the setting. */
  readonly spikeFloor: () => number;
  readonly openSpend: () => void;
  /** Unix ms by the service's clock. */
  readonly now?: () => number;
  readonly localNow?: () => number;
}) {
  const { bills, connections, now = Date.now, localNow = Date.now } = deps;
  const seconds = () => Math.floor(now() / 1000);
  const budgets = createBudgetStore(deps.database);
  const watch = createBudgetWatch({ ...deps, budgets, now: seconds });
  const refused = new Set<string>();
  const spendForecast = createSpendForecast({
    bills,
    budgets,
    watch,
    connections,
    mayReadBills: (connectionId) => !refused.has(connectionId),
    spikeFloor: deps.spikeFloor,
    now: seconds,
  });
  const budgetGuard = createBudgetGuard({
    bills,
    budgets,
    unbilled: createReadUnbilled(deps.database),
    now,
    localNow,
  });
  return {
    procedures: {
      read: os.spendForecast.read.handler(() => spendForecast.read()),
      setBudgets: os.spendForecast.setBudgets.handler(({ input }) =>
        spendForecast.setBudgets(input.budgets),
      ),
      expect: os.spendForecast.expect.handler(({ input }) => spendForecast.expect(input.product)),
      allow: os.spendForecast.allow.handler(({ input }) =>
        budgetGuard.allow(input.budgetId, input.calls),
      ),
    },
    spendForecast,
    budgetGuard,
    onRead({ connectionId, isFirst, isRefused }: EndedReading): void {
      if (isRefused) refused.add(connectionId);
      else refused.delete(connectionId);
      if (isPractice(connectionId)) return;
      spendForecast.keepForecast(connectionId);
      watch.afterReading(connectionId, isFirst);
    },
  };
}
