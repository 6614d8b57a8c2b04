import type { DatabaseSync } from 'node:sqlite';
import type { Connections } from '../../connections/connections.ts';
import { isPractice } from '../../connections/practice-id.ts';
import type { HostPorts } from '../../common/ports.ts';
import type { EndedReading } from '../bill-reader.ts';
import type { BillStore } from '../bill-store.ts';
import { createAllowance, type Allowance } from './allowance.ts';
import { createBudgetStore } from './budget-store.ts';
import { createBudgetWatch } from './budget-watch.ts';
import { createOutlook, type OutlookReader } from './outlook.ts';
import { createReadUnbilled } from './unbilled.ts';

export type { Allowance, PlannedCall } from './allowance.ts';
export { createKeepCurrent } from './keep-current.ts';
export type { OutlookReader } from './outlook.ts';

export interface SpendWatch {
  readonly outlook: OutlookReader;
  readonly allowance: Allowance;
  /** Call after each sync. */
  onRead(ended: EndedReading): void;
}

export function createSpendWatch(parts: {
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
  const { bills, connections, now = Date.now } = parts;
  const seconds = () => Math.floor(now() / 1000);
  const budgets = createBudgetStore(parts.database);
  const watch = createBudgetWatch({ ...parts, budgets, now: seconds });
  const refused = new Set<string>();
  const outlook = createOutlook({
    bills,
    budgets,
    watch,
    connections,
    mayReadBills: (connectionId) => !refused.has(connectionId),
    spikeFloor: parts.spikeFloor,
    now: seconds,
  });
  return {
    outlook,
    allowance: createAllowance({
      bills,
      budgets,
      unbilled: createReadUnbilled(parts.database),
      now,
    }),
    onRead({ connectionId, isFirst, isRefused }) {
      if (isRefused) refused.add(connectionId);
      else refused.delete(connectionId);
      if (isPractice(connectionId)) return;
      outlook.keepForecast(connectionId);
      watch.afterReading(connectionId, isFirst);
    },
  };
}
