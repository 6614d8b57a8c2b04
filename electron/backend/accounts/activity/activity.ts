import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import {
  type CallQuery,
  OPERATIONS,
  type Operation,
  type RecordedCall,
} from '../../../../shared/contract/activity.ts';
import { type AppErrorData, notFound } from '../../../../shared/errors/app-error.ts';
import { os } from '../../service/common/procedures.ts';
import type { Changes } from '../../service/common/changes.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import type { PriceStore } from '../connections/price-store.ts';
import { COST_UNITS } from '../spend/cost-units.ts';
import type { CallRecord } from '../../service/client/index.ts';
import type { SettingsStore } from '../../library/settings/settings-store.ts';
import { createCallLog } from './call-log.ts';
import { allOf, createSql, listOf, sqlPart, type SqlPart } from '../../library/row-values.ts';
import { createCallRows, toCall } from './call-rows.ts';
import {
  type InnerError,
  REPORT_CALLS,
  type ReportedFailure,
  innerErrorOf,
  reportText,
} from './report.ts';
import { localDay } from '../../../../shared/files/local-day.ts';
import type { PricedKind } from '../../../../shared/contract/prices.ts';
import { OPERATION_WORDS, OUTCOME_WORDS } from '../../../../shared/activity/words.ts';
import { readRows } from '../../library/unreadable.ts';
import { foldCase, foldedSql } from '../../library/fold-case.ts';

/** @returns in list order; empty after a deleted call */
export function queryCalls(database: DatabaseSync, query: CallQuery): readonly RecordedCall[] {
  const rows = createSql(database).all`SELECT * FROM activity_calls WHERE ${allOf(filterOf(query))}
    ORDER BY started_at DESC, id DESC LIMIT ${query.limit}`;
  return readRows(database, 'call', rows, toCall);
}

interface ActivitySources {
  readonly version: string;
  modelPrices(connectionId: string, model: string): ModelPrices | undefined;
  connectionName(connectionId: string): string;
  connections(): Promise<{ readonly accounts: number; readonly isPracticeActive: boolean }>;
  /** Newest first. */
  failures(): readonly ReportedFailure[];
}

const MOST_INNER = 20;

export function createActivity(deps: {
  readonly database: DatabaseSync;
  readonly settings: SettingsStore;
  readonly prices: Pick<PriceStore, 'of'>;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  readonly changes: Pick<Changes, 'publish'>;
  readonly now: () => number;
  /** Called when the disk refuses writes. */
  readonly onTrouble: (error: AppErrorData) => void;
}) {
  const { database, settings, ports, now } = deps;
  const rows = createCallRows(database);
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
    onChange: () => deps.changes.publish('activity'),
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

  const procedures = {
    list: os.activity.list.handler(({ input }) => {
      log.flush();
      return { calls: queryCalls(database, input) };
    }),
    read: os.activity.read.handler(({ input }) => {
      const found = rows.read(input.callId);
      if (found !== undefined) return found;
      throw notFound('Activity no longer has this call.');
    }),
    usage: os.activity.usage.handler(() => {
      log.flush();
      return rows.usage();
    }),
    clear: os.activity.clear.handler(() => log.clear()),
    report: os.activity.report.handler(async ({ input }) => {
      log.flush();
      const text = reportText({
        now: now(),
        version: sources?.version ?? '',
        window: input.window,
        settings: settings.get(),
        connections: (await sources?.connections()) ?? { accounts: 0, isPracticeActive: false },
        isRecorded: settings.get().isActivityKept,
        calls: queryCalls(database, { limit: REPORT_CALLS }),
        failures: sources?.failures() ?? [],
        inner,
      });
      lastReport = { reportId: randomUUID(), name: `Gesso report ${localDay(now())}.txt`, text };
      return lastReport;
    }),
    saveReport: os.activity.saveReport.handler(({ input }) => {
      if (lastReport?.reportId !== input.reportId) {
        throw notFound('A newer report was made. Open “Report a problem” again.');
      }
      const { name, text } = lastReport;
      return saveByHost(ports, {
        suggestedName: name,
        mediaType: 'text/plain',
        write: (path) => writeFile(path, text, { flag: 'wx' }),
      });
    }),
  };

  return {
    procedures,
    /** Called by the service's clients. Never throws. */
    take: log.take,
    /** Call once, before the first call. */
    begin(given: ActivitySources): void {
      sources = given;
    },
    noteInner(thrown: unknown): void {
      inner = [innerErrorOf(thrown, now()), ...inner].slice(0, MOST_INNER);
    },
    tend: log.prune,
    close: log.close,
  };
}

function filterOf(query: CallQuery): readonly SqlPart[] {
  const { operations, outcomes, connectionId, jobId, from, before } = query;
  const conditions: SqlPart[] = [];
  if (operations !== undefined) conditions.push(sqlPart`operation IN ${listOf(operations)}`);
  if (outcomes !== undefined) conditions.push(sqlPart`outcome IN ${listOf(outcomes)}`);
  if (connectionId !== undefined) conditions.push(sqlPart`connection_id = ${connectionId}`);
  if (jobId !== undefined) conditions.push(sqlPart`job_id = ${jobId}`);
  if (from !== undefined) conditions.push(sqlPart`started_at >= ${from}`);
  if (before !== undefined) {
    conditions.push(sqlPart`(started_at, id)
      < (SELECT started_at, id FROM activity_calls WHERE id = ${before})`);
  }
  const text = foldCase(query.text?.trim() ?? '');
  if (text !== '') {
    const named = OPERATIONS.filter((each) => OPERATION_WORDS[each].toLowerCase().includes(text));
    const ended = Object.entries(OUTCOME_WORDS)
      .filter(([, words]) => words.toLowerCase().includes(text))
      .map(([outcome]) => outcome);
    const all = sqlPart`(address || ' ' || connection_name || ' ' || coalesce(status, '') || ' ' ||
        coalesce(error, '') || ' ' || method || ' ' || coalesce(job_id, ''))`;
    conditions.push(sqlPart`(instr(${foldedSql(all)}, ${text}) > 0
          OR connection_id IN (SELECT id FROM connections WHERE instr(fold_case(name), ${text}) > 0)
          OR operation IN ${listOf(named)} OR outcome IN ${listOf(ended)})`);
  }
  return conditions;
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
    return price === undefined ? undefined : price * COST_UNITS;
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
