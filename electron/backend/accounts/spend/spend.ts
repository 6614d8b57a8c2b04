import type { DatabaseSync } from 'node:sqlite';
import { toAppError } from '../../../../shared/errors/app-error.ts';
import type { CleanError } from '../../service/common/clean-error.ts';
import type { Connections } from '../connections/connections.ts';
import { isPractice } from '../../library/practice-id.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import type { SettingsStore } from '../../library/settings/settings-store.ts';
import { createBillAccounts } from './bill-accounts.ts';
import { createBillStore } from './bill-store.ts';
import { attributionProcedure } from './attribution/attribution.ts';
import { createBills } from './bills.ts';
import type { Uploads } from '../../library/uploads.ts';
import { createKeepCurrent, createSpendWatch } from './watch/index.ts';

export function createSpend(deps: {
  readonly database: DatabaseSync;
  readonly connections: Connections;
  readonly settings: SettingsStore;
  readonly ports: Pick<HostPorts, 'saveFile' | 'notify'>;
  readonly uploads: Uploads;
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
  readonly openSpend: () => void;
}) {
  const { database, connections, settings, log } = deps;
  const { serviceTime } = connections;
  const store = createBillStore(database);
  const accounts = createBillAccounts(database);
  const watch = createSpendWatch({
    ...deps,
    bills: store,
    spikeFloor: () => settings.get().spikeFloor,
    now: serviceTime,
  });
  const bills = createBills({
    ...deps,
    store,
    accounts,
    csvStyle: () => settings.get().csvStyle,
    serviceTime,
    onRead: (ended) => watch.onRead(ended),
  });
  const keepCurrent = createKeepCurrent({
    isWanted() {
      const id = connections.activeId();
      return id !== undefined && !isPractice(id);
    },
    async read(wanted, signal) {
      try {
        await bills.readQuietly(wanted, signal);
      } catch (error) {
        // The screen reports its own errors; here the last bills stay, with their age.
        if (!signal.aborted) log(`bills were not read: ${toAppError(error).kind}`);
      }
    },
    now: serviceTime,
    log,
  });
  return {
    procedures: {
      spend: bills.procedures,
      spendForecast: watch.procedures,
      attribution: {
        read: attributionProcedure({
          database,
          bills: store,
          connections,
          now: () => Math.floor(serviceTime() / 1000),
        }),
      },
    },
    budgetGuard: watch.budgetGuard,
    changed: () => keepCurrent.changed(),
    async close() {
      bills.close();
      await keepCurrent.close();
    },
  };
}
