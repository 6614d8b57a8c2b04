import type { DatabaseSync } from 'node:sqlite';
import { toAppError } from '../../../../shared/errors/app-error.ts';
import type { CleanError } from '../../service/common/clean-error.ts';
import type { Connections } from '../connections/connections.ts';
import { isPractice } from '../../library/practice-id.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import type { SettingsStore } from '../../library/settings/settings-store.ts';
import { createBillAccounts } from './bill-accounts.ts';
import { createBillStore } from './bill-store.ts';
import { createAttributionReader } from './attribution/attribution.ts';
import { createSpend, type Spend } from './spend.ts';
import { createKeepCurrent, createSpendWatch, type SpendWatch } from './watch/index.ts';

export interface SpendDeps {
  readonly spend: Spend;
  readonly watch: SpendWatch;
  readonly attribution: ReturnType<typeof createAttributionReader>;
  changed(): void;
  close(): Promise<void>;
}

export function assembleSpend(deps: {
  readonly database: DatabaseSync;
  readonly connections: Connections;
  readonly settings: SettingsStore;
  readonly ports: Pick<HostPorts, 'saveFile' | 'notify'>;
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
  readonly openSpend: () => void;
}): SpendDeps {
  const { database, connections, settings, log } = deps;
  const { serviceTime } = connections;
  const bills = createBillStore(database);
  const accounts = createBillAccounts(database);
  const watch = createSpendWatch({
    ...deps,
    bills,
    spikeFloor: () => settings.get().spikeFloor,
    now: serviceTime,
  });
  const spend = createSpend({
    ...deps,
    store: bills,
    accounts,
    csvStyle: () => settings.get().csvStyle,
    serviceTime,
    onRead: (ended) => watch.onRead(ended),
  });
  const attribution = createAttributionReader({
    database,
    bills,
    connections,
    now: () => Math.floor(serviceTime() / 1000),
  });
  const keepCurrent = createKeepCurrent({
    isWanted() {
      const id = connections.activeId();
      return id !== undefined && !isPractice(id);
    },
    async read(wanted, signal) {
      try {
        await spend.readQuietly(wanted, signal);
      } catch (error) {
        // The screen reports its own errors; here the last bills stay, with their age.
        if (!signal.aborted) log(`bills were not read: ${toAppError(error).kind}`);
      }
    },
    now: serviceTime,
    log,
  });
  return {
    spend,
    watch,
    attribution,
    changed: () => keepCurrent.changed(),
    async close() {
      spend.close();
      await keepCurrent.close();
    },
  };
}
