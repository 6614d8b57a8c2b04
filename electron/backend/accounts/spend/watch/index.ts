import type { DatabaseSync } from 'node:sqlite';
import type { Connections } from '../../connections/connections.ts';
import { isPractice } from '../../../library/practice-id.ts';
import type { HostPorts } from '../../../service/common/ports.ts';
import type { EndedReading } from '../bill-reader.ts';
import type { BillStore } from '../bill-store.ts';
import { createBudgetGuard, type BudgetGuard } from './budget-guard.ts';
import { createBudgetStore } from './budget-store.ts';
import { createBudgetWatch } from './budget-watch.ts';
import { createSpendForecast, type SpendForecastReader } from './spend-forecast.ts';
import { createReadUnbilled } from './unbilled.ts';

export type { BudgetGuard, PlannedCall } from './budget-guard.ts';
export { createKeepCurrent } from './keep-current.ts';
export type { SpendForecastReader } from './spend-forecast.ts';

export interface SpendWatch {
  readonly spendForecast: SpendForecastReader;
  readonly budgetGuard: BudgetGuard;
  /** Call after each sync. */
  onRead(ended: EndedReading): void;
}

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
}): SpendWatch {
  const { bills, connections, now = Date.now } = deps;
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
  return {
    spendForecast,
    budgetGuard: createBudgetGuard({
      bills,
      budgets,
      unbilled: createReadUnbilled(deps.database),
      now,
    }),
    onRead({ connectionId, isFirst, isRefused }) {
      if (isRefused) refused.add(connectionId);
      else refused.delete(connectionId);
      if (isPractice(connectionId)) return;
      spendForecast.keepForecast(connectionId);
      watch.afterReading(connectionId, isFirst);
    },
  };
}
