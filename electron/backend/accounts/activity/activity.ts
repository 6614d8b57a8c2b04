import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import type {
  CallExchange,
  CallQuery,
  RecordedCall,
  ReportedWindow,
  Operation,
} from '../../../../shared/contract/activity.ts';
import type { SaveOutcome } from '../../../../shared/contract/export.ts';
import { AppError, type AppErrorData } from '../../../../shared/errors/app-error.ts';
import { createLatestFeed } from '../../service/common/latest-feed.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import type { PriceStore } from '../connections/price-store.ts';
import type { CallRecord } from '../../service/client/index.ts';
import type { SettingsStore } from '../../library/settings/settings-store.ts';
import { createCallLog } from './call-log.ts';
import { queryCalls } from './call-query.ts';
import { createCallRows } from './call-rows.ts';
import { innerErrorOf, REPORT_CALLS, reportText, type Failure, type InnerError } from './report.ts';
import type { PricedKind } from '../../../../shared/contract/prices.ts';

export interface ActivitySources {
  readonly version: string;
  modelPrices(connectionId: string, model: string): ModelPrices | undefined;
  connectionName(connectionId: string): string;
  connections(): Promise<{ readonly accounts: number; readonly isPracticeActive: boolean }>;
  /** Newest first. */
  failures(): readonly Failure[];
}

export interface Activity {
  /** Called by the service's clients. Never throws. */
  readonly take: (record: CallRecord) => void;
  /** Call once, before the first call. */
  begin(sources: ActivitySources): void;
  list(query: CallQuery): { readonly calls: readonly RecordedCall[]; readonly revision: number };
  /** @throws AppError `not-found` */
  read(callId: number): { readonly call: RecordedCall; readonly exchange: CallExchange };
  usage(): { readonly calls: number; readonly oldest?: number | undefined };
  clear(): void;
  /** Emits the revision, and a higher one after each change. */
  changes(signal: AbortSignal | undefined): AsyncGenerator<number, void, void>;
  noteInner(thrown: unknown): void;
  report(
    window: ReportedWindow,
  ): Promise<{ readonly reportId: string; readonly name: string; readonly text: string }>;
  /** @throws AppError `not-found` if another report was created since */
  saveReport(reportId: string): Promise<SaveOutcome>;
  tend(): void;
  close(): void;
}

/** Most internal errors in a report. */
const MOST_INNER = 20;

export function createActivity(deps: {
  readonly database: DatabaseSync;
  readonly settings: SettingsStore;
  readonly prices: Pick<PriceStore, 'of'>;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  readonly now: () => number;
  /** Called when the disk refuses writes. */
  readonly onTrouble: (error: AppErrorData) => void;
}): Activity {
  const { database, settings, ports, now } = deps;
  const rows = createCallRows(database);
  let revision = now(); // Unique after a restart.

  const feed = createLatestFeed(() => revision);
  let sources: ActivitySources | undefined;
  let inner: readonly InnerError[] = [];
  let lastReport:
    | { readonly reportId: string; readonly name: string; readonly text: string }
    | undefined;
  const names = new Map<string, string>();

  const log = createCallLog({
    database,
    rows,
    kept: () => {
      const { isActivityKept, activityCalls, activityDays } = settings.get();
      return { isOn: isActivityKept, calls: activityCalls, days: activityDays };
    },
    now,
    price: (record) =>
      costOfCall(record, {
        of: (connectionId, kind) => deps.prices.of(connectionId, kind),
        ofModel: (connectionId, model) => sources?.modelPrices(connectionId, model),
      }),
    nameOf,
    onChange() {
      revision += 1;
      feed.changed();
    },
    onTrouble: deps.onTrouble,
  });

  /** Keeps the name of a connection that was removed during its call. */
  function nameOf(connectionId: string | undefined): string {
    if (connectionId === undefined) return 'New connection';
    try {
      const name = sources?.connectionName(connectionId) ?? '';
      names.set(connectionId, name);
      return name;
    } catch {
      return names.get(connectionId) ?? 'Removed connection';
    }
  }

  settings.onChange((changes) => {
    if (changes.activityCalls !== undefined || changes.activityDays !== undefined) log.prune();
  });

  return {
    take: log.take,
    begin(given) {
      sources = given;
    },
    list(query) {
      log.flush();
      return { calls: queryCalls(database, query), revision };
    },
    read(callId) {
      const found = rows.read(callId);
      if (found !== undefined) return found;
      throw new AppError({ kind: 'not-found', message: 'Activity no longer has this call.' });
    },
    usage() {
      log.flush();
      return rows.usage();
    },
    clear: log.clear,
    changes: (signal) => feed.read(signal),
    noteInner(thrown) {
      inner = [innerErrorOf(thrown, now()), ...inner].slice(0, MOST_INNER);
    },
    async report(window) {
      log.flush();
      const text = reportText({
        now: now(),
        version: sources?.version ?? '',
        window,
        settings: settings.get(),
        connections: (await sources?.connections()) ?? { accounts: 0, isPracticeActive: false },
        isRecorded: settings.get().isActivityKept,
        calls: queryCalls(database, { limit: REPORT_CALLS }),
        failures: sources?.failures() ?? [],
        inner,
      });
      const day = new Date(now()).toISOString().slice(0, 10);
      lastReport = { reportId: randomUUID(), name: `Gesso report ${day}.txt`, text };
      return lastReport;
    },
    async saveReport(reportId) {
      if (lastReport?.reportId !== reportId) {
        throw new AppError({
          kind: 'not-found',
          message: 'A newer report was made. Open “Report a problem” again.',
        });
      }
      const { name, text } = lastReport;
      return await saveByHost(ports, {
        suggestedName: name,
        mediaType: 'text/plain',
        write: (path) => writeFile(path, text, { flag: 'wx' }),
      });
    },
    tend: log.prune,
    close() {
      log.close();
      feed.close();
    },
  };
}

/** 1/10000 USD per million tokens. */
interface ModelPrices {
  readonly priceIn: number;
  readonly priceOut: number;
}

/** Kinds of jobs that price a call. For training, the upload is the paid part. */
const KIND_OF: Partial<Readonly<Record<Operation, PricedKind>>> = {
  cleanup: 'cleanup',
  'remove-text': 'remove-text',
  'merge-face': 'merge-face',
  video: 'video',
  upscale: 'upscale',
  upload: 'training-upload',
};

/** 10^-10 USD per 1/10000 USD. */
const FINE = 1_000_000;

/** @returns 10^-10 USD; 0 if free, `undefined` if unknown */
function costOfCall(
  record: CallRecord,
  prices: {
    of(connectionId: string, kind: PricedKind): number | undefined;
    ofModel(connectionId: string, model: string): ModelPrices | undefined;
  },
): number | undefined {
  const { operation, connectionId, outcome, usage, isFree } = record;
  const kind = KIND_OF[operation];
  const isOfModel = operation === 'chat' || operation === 'completion';
  if (isFree || (kind === undefined && !isOfModel && operation !== 'other')) return 0;
  if (connectionId === undefined || (outcome !== 'ok' && usage === undefined)) {
    return outcome === 'failed' ? 0 : undefined;
  }
  if (kind !== undefined) {
    const price = prices.of(connectionId, kind);
    return price === undefined ? undefined : price * FINE;
  }
  const model = modelIn(record);
  const found = model === undefined ? undefined : prices.ofModel(connectionId, model);
  if (found === undefined || usage === undefined) return undefined;
  return Math.round(usage.prompt * found.priceIn + usage.completion * found.priceOut);
}

function modelIn({ exchange }: CallRecord): string | undefined {
  const { body } = exchange.request;
  if (typeof body !== 'object' || body === null || !('model' in body)) return undefined;
  return typeof body['model'] === 'string' ? body['model'] : undefined;
}
