/** Writes calls in batches, so that calls never wait. A disk error never fails a call. */
import type { DatabaseSync } from 'node:sqlite';
import type { Operation } from '../../../../shared/contract/activity.ts';
import { toAppError, type AppErrorData } from '../../../../shared/errors/app-error.ts';
import { setNewest } from '../../../../shared/set-newest.ts';
import { transaction, unflushed } from '../../library/database.ts';
import type { CallRecord } from '../../service/client/index.ts';
import type { CallRow, CallRows, MorePolls } from './call-rows.ts';

const LOG = {
  /** Delay before a batch is written, ms. */
  wait: 400,
  /** Rows that trigger an immediate write. */
  batch: 200,
  /** Most rows that wait while the disk refuses them; the oldest are dropped. */
  mostWaiting: 2000,
  /** New rows after which old ones are pruned. */
  pruneEvery: 500,
  /** Most tasks whose polls are merged at the same time. */
  tasks: 500,
} as const;

const DAY = 86_400_000;

export interface KeptCalls {
  readonly isOn: boolean;
  readonly calls: number;
  readonly days: number;
}

export type CallLog = ReturnType<typeof createCallLog>;

interface PollRow {
  readonly row: CallRow;
  more: MorePolls | undefined;
}

/** Polls that differ only in time share one row. */
const POLLS: ReadonlySet<Operation> = new Set(['task-result', 'task-progress']);

export function createCallLog(deps: {
  readonly database: DatabaseSync;
  readonly rows: CallRows;
  readonly kept: () => KeptCalls;
  readonly now: () => number;
  readonly price: (record: CallRecord) => number | undefined;
  readonly nameOf: (connectionId: string | undefined) => string;
  readonly onChange: () => void;
  /** Called once when the disk refuses writes, and again after it recovered. */
  readonly onTrouble: (error: AppErrorData) => void;
}) {
  const { database, rows, kept, now } = deps;
  let waiting: CallRow[] = [];
  /** By job. `touched` also holds unwritten polls of a job's earlier rows. */
  const lastPolls = new Map<string, PollRow>();
  const touched = new Set<PollRow>();
  let timer: NodeJS.Timeout | undefined;
  let sincePruned = 0;
  let isReported = false;
  let isClosed = false;

  function report(thrown: unknown): void {
    if (isReported) return;
    isReported = true;
    const { kind, details } = toAppError(thrown);
    const isFull = kind === 'disk-full';
    deps.onTrouble({
      kind: isFull ? 'disk-full' : 'storage',
      message: `Gesso can’t write to Activity${isFull ? ' because the disk is full' : ''}. Calls continue, but are not listed there.`,
      details,
    });
  }

  function soon(): void {
    if (isClosed) return;
    if (waiting.length >= LOG.batch && !isReported) flush();
    else timer ??= setTimeout(flush, LOG.wait).unref();
  }

  /** Before a list is read, and at the end. Never throws. */
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isClosed || (waiting.length === 0 && touched.size === 0)) return;
    try {
      write();
      isReported = false;
      deps.onChange();
    } catch (error) {
      waiting = waiting.slice(-LOG.mostWaiting);
      report(error);
    }
  }

  /** Writes without `fsync`: a power cut may lose the last rows. */
  function write(): void {
    const ids = unflushed(database, () =>
      transaction(database, () => {
        const added = waiting.map((row) => rows.add(row));
        for (const { row, more } of touched) {
          const id = row.id ?? added[waiting.indexOf(row)];
          if (more !== undefined && id !== undefined) rows.addPolls(id, more);
        }
        if (sincePruned + added.length >= LOG.pruneEvery) pruneNow();
        return added;
      }),
    );
    sincePruned = sincePruned + ids.length >= LOG.pruneEvery ? 0 : sincePruned + ids.length;
    waiting.forEach((row, index) => (row.id = ids[index]));
    waiting = [];
    for (const task of touched) task.more = undefined;
    touched.clear();
  }

  function pruneNow(): boolean {
    const { calls, days } = kept();
    return rows.prune(calls, now() - days * DAY);
  }

  function rowOf(record: CallRecord): CallRow {
    const { usage: _usage, isFree: _isFree, exchange, ...call } = record;
    return {
      ...call,
      lastAt: record.startedAt,
      connectionName: deps.nameOf(record.connectionId),
      cost: deps.price(record),
      tries: Math.max(1, exchange.tries.length),
      looks: 1,
      exchange,
    };
  }

  /** @returns whether the row was merged into the previous poll */
  function joined(row: CallRow): boolean {
    if (row.jobId === undefined || !POLLS.has(row.operation)) return false;
    const before = lastPolls.get(row.jobId);
    const isSame =
      before !== undefined &&
      before.row.outcome === row.outcome &&
      before.row.status === row.status &&
      before.row.error === row.error;
    if (!isSame) {
      setNewest(lastPolls, row.jobId, { row, more: undefined }, LOG.tasks);
      return false;
    }
    const { more } = before;
    touched.add(before);
    before.more = {
      lastAt: row.startedAt,
      looks: (more?.looks ?? 0) + 1,
      milliseconds: (more?.milliseconds ?? 0) + row.milliseconds,
      sentBytes: (more?.sentBytes ?? 0) + row.sentBytes,
      receivedBytes: (more?.receivedBytes ?? 0) + row.receivedBytes,
      exchange: row.exchange,
    };
    return true;
  }

  return {
    /** Never throws. */
    take(record: CallRecord): void {
      try {
        if (isClosed || !kept().isOn) return;
        const row = rowOf(record);
        if (!joined(row)) waiting.push(row);
        soon();
      } catch (error) {
        report(error);
      }
    },
    flush,
    prune(): void {
      if (transaction(database, pruneNow)) deps.onChange();
    },
    /** Also drops waiting rows. */
    clear(): void {
      waiting = [];
      lastPolls.clear();
      touched.clear();
      rows.clear();
      deps.onChange();
    },
    close(): void {
      flush();
      isClosed = true;
    },
  };
}
