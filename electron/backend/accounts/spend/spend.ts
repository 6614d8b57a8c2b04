import type { DatabaseSync } from 'node:sqlite';
import { toAppError, invalidInput } from '../../../../shared/errors/app-error.ts';
import type { CleanError } from '../../service/common/clean-error.ts';
import type { Connections } from '../connections/connections.ts';
import { isPractice, PRACTICE_ID } from '../../library/practice-id.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import type { SettingsStore } from '../../library/settings/settings-store.ts';
import { createBillAccounts, type BillAccounts, type DistinctAccounts } from './bill-accounts.ts';
import { createBillStore, type BillStore } from './bill-store.ts';
import { attributionProcedure } from './attribution/attribution.ts';
import type { Uploads } from '../../library/uploads.ts';
import { createKeepCurrent, createSpendWatch } from './watch/index.ts';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { EventEmitter, on } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type {
  SpendFilter,
  SpendRange,
  SpendRead,
  SpendReadEvent,
} from '../../../../shared/contract/spend.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import type { CsvStyle } from '../../../../shared/export/csv.ts';
import { os } from '../../service/common/procedures.ts';
import { csvLines } from './bill-csv.ts';
import { createBillReader, type EndedReading } from './bill-reader.ts';
import { createBillView } from './bill-view.ts';
import { requireChart } from './chart-picture.ts';
import { seriesOf } from './series.ts';

/** Longest range, seconds: more is a slip of the finger, and hundreds of queries. */
const LONGEST_RANGE = 5 * 366 * 86_400;

function createBills(deps: {
  readonly store: BillStore;
  readonly accounts: BillAccounts;
  readonly connections: Pick<Connections, 'active' | 'named' | 'ready'>;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  readonly uploads: Pick<Uploads, 'bytesOf'>;
  readonly csvStyle: () => CsvStyle;
  readonly cleanError: CleanError;
  readonly onRead: (ended: EndedReading) => void;
  /** Unix ms by the service's clock. */
  readonly serviceTime: () => number;
}) {
  const { store, accounts, connections, ports, serviceTime } = deps;
  const reader = createBillReader({ ...deps, now: Date.now });
  const seconds = () => Math.floor(serviceTime() / 1000);
  const view = createBillView(store, seconds);
  // The practice service starts empty each time.
  store.forget(PRACTICE_ID);

  function countedOf(filter: SpendFilter): DistinctAccounts {
    const ids = filter.connectionIds ?? [connections.active().id];
    if (ids.length < 2) return { ids, same: [] };
    return accounts.distinct(ids.map((id) => connections.named(id)));
  }

  async function* read(wanted: SpendRead, signal: AbortSignal | undefined) {
    const stop = new AbortController();
    const both = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
    const emitter = new EventEmitter();
    const events = on(emitter, 'event', { close: ['end'] }) as AsyncIterable<[SpendReadEvent]>;
    const reading = reader
      .read(wanted, (event) => void emitter.emit('event', event), both)
      .finally(() => void emitter.emit('end'));
    try {
      for await (const [event] of events) yield event;
      await reading;
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    } finally {
      stop.abort();
      // Its error was thrown above, or is the cancellation itself.
      await reading.catch(() => undefined);
    }
  }

  const procedures = {
    readingSize: os.spend.readingSize.handler(({ input }) => {
      requireRange(input.range);
      return { requests: reader.size(input) };
    }),
    read: os.spend.read.handler(({ input, signal }) => {
      requireRange(input.range);
      return read(input, signal);
    }),
    series: os.spend.series.handler(({ input }) => {
      requireRange(input.range);
      const { ids, same } = countedOf(input.filter);
      const named = ids.map((id) => connections.named(id));
      const series = seriesOf(store, named, input, seconds());
      return same.length === 0 ? series : { ...series, sameAccounts: same };
    }),
    rows: os.spend.rows.handler(({ input }) => {
      requireRange(input.selection.range);
      return view.page(countedOf(input.selection.filter).ids, input);
    }),
    save: os.spend.save.handler(async ({ input: { selection, columns } }) => {
      requireRange(selection.range);
      const rows = await view.all(countedOf(selection.filter).ids, selection);
      return await saveByHost(ports, {
        suggestedName: `${nameOf(selection.range)}.csv`,
        mediaType: 'text/csv',
        write: (path) =>
          pipeline(
            Readable.from(csvLines(rows, columns, deps.csvStyle())),
            createWriteStream(path),
          ),
      });
    }),
    savePicture: os.spend.savePicture.handler(async ({ input: { range, format, picture } }) => {
      const bytes = await deps.uploads.bytesOf(picture);
      requireRange(range);
      requireChart(bytes, format);
      return await saveByHost(ports, {
        suggestedName: `${nameOf(range)}.${format}`,
        mediaType: format === 'png' ? 'image/png' : 'image/svg+xml',
        write: (path) => writeFile(path, bytes, { flag: 'wx' }),
      });
    }),
  };

  return {
    procedures,
    /** @throws AppError `invalid-input`, `no-connection` */
    readQuietly: (wanted: SpendRead, signal: AbortSignal): Promise<void> =>
      reader.read(wanted, () => undefined, signal),
    close: () => view.close(),
  };
}

/** E.g. "Gesso spend 2026-11-01 to 2026-11-22". */
function nameOf({ start, end }: SpendRange): string {
  const day = (second: number) => new Date(second * 1000).toISOString().slice(0, 10);
  return `Gesso spend ${day(start)} to ${day(end - 1)}`;
}

function requireRange({ start, end }: SpendRange): void {
  if (end > start && end - start <= LONGEST_RANGE) return;
  throw invalidInput(
    end <= start
      ? 'The period ends before it begins. Select another one.'
      : 'The period is longer than five years. Select a shorter one.',
    { details: { request: 'not sent', start, end } },
  );
}

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
          now: serviceTime,
        }),
      },
    },
    budgetGuard: watch.budgetGuard,
    readSoon: () => keepCurrent.readSoon(),
    async close() {
      bills.close();
      await keepCurrent.close();
    },
  };
}
