/**
 * Takes down each call that is over. Rows are written together, some hundred milliseconds later: a call waits
 * for nothing here, and an error of the disk is said once and never becomes the call's.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Operation } from '../../../shared/contract/activity.ts';
import { toAppError, type AppErrorData } from '../../../shared/errors/app-error.ts';
import { transaction, unflushed } from '../library/database.ts';
import type { CallRecord } from '../service/index.ts';
import type { CallRow, CallRows, MoreLooks } from './call-rows.ts';

/** Numbers of this module. */
const LOG = {
  /** A row waits this long for others, ms. */
  wait: 400,
  /** This many waiting rows are written at once. */
  batch: 200,
  /** Most rows that wait while the disk refuses them; beyond it, the oldest go. */
  mostWaiting: 2000,
  /** New rows after which old ones are looked for. */
  pruneEvery: 500,
  /** Tasks whose looks are joined, at the same time. */
  tasks: 500,
} as const;

const DAY = 86_400_000;

/** How much is kept. */
export interface Kept {
  readonly isOn: boolean;
  readonly calls: number;
  readonly days: number;
}

/** See the file comment. */
export interface CallLog {
  /** Never throws. */
  take(record: CallRecord): void;
  /** Writes the rows that wait; before a list is read, and at the end. Never throws. */
  flush(): void;
  /** Deletes what is too old or too much. */
  prune(): void;
  /** Forgets what waits, too. */
  clear(): void;
  close(): void;
}

/** A task whose looks are joined: its row, and the looks that are not on the disk yet. */
interface Looked {
  readonly row: CallRow;
  more: MoreLooks | undefined;
}

/** Looks that are the same but for their time are one row. */
const LOOKS: ReadonlySet<Operation> = new Set(['task-result', 'task-progress']);

export function createCallLog(parts: {
  readonly database: DatabaseSync;
  readonly rows: CallRows;
  readonly kept: () => Kept;
  readonly now: () => number;
  /** The cost of a call and its connection's name, as they are now. */
  readonly price: (record: CallRecord) => number | undefined;
  readonly nameOf: (connectionId: string | undefined) => string;
  /** Something has been written. */
  readonly onChange: () => void;
  /** The disk takes nothing; called once until it does again. */
  readonly onTrouble: (error: AppErrorData) => void;
}): CallLog {
  const { database, rows, kept, now } = parts;
  let waiting: CallRow[] = [];
  /** By job; and those with looks that are not on the disk yet, of earlier rows of a job as well. */
  const looked = new Map<string, Looked>();
  const touched = new Set<Looked>();
  let timer: NodeJS.Timeout | undefined;
  let sinceLook = 0;
  let isReported = false;
  let isClosed = false;

  function report(thrown: unknown): void {
    if (isReported) return;
    isReported = true;
    const { kind, details } = toAppError(thrown);
    const isFull = kind === 'disk-full';
    parts.onTrouble({
      kind: isFull ? 'disk-full' : 'storage',
      message: `Gesso can’t write to Activity${isFull ? ' because the disk is full' : ''}. Calls go on, but are not listed there.`,
      details,
    });
  }

  function soon(): void {
    if (isClosed) return;
    if (waiting.length >= LOG.batch && !isReported) flush();
    else timer ??= setTimeout(flush, LOG.wait).unref();
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isClosed || (waiting.length === 0 && touched.size === 0)) return;
    try {
      write();
      isReported = false;
      parts.onChange();
    } catch (error) {
      waiting = waiting.slice(-LOG.mostWaiting);
      report(error);
    }
  }

  /** One transaction that is not waited for: a power cut may take the last of it. */
  function write(): void {
    const ids = unflushed(database, () =>
      transaction(database, () => {
        const added = waiting.map((row) => rows.add(row));
        for (const { row, more } of touched) {
          const id = row.id ?? added[waiting.indexOf(row)];
          if (more !== undefined && id !== undefined) rows.addLooks(id, more);
        }
        if (sinceLook + added.length >= LOG.pruneEvery) pruneNow();
        return added;
      }),
    );
    sinceLook = sinceLook + ids.length >= LOG.pruneEvery ? 0 : sinceLook + ids.length;
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
      connectionName: parts.nameOf(record.connectionId),
      cost: parts.price(record),
      tries: Math.max(1, exchange.tries.length),
      looks: 1,
      exchange,
    };
  }

  /** @returns whether it has become a part of the look before it */
  function joined(row: CallRow): boolean {
    if (row.jobId === undefined || !LOOKS.has(row.operation)) return false;
    const before = looked.get(row.jobId);
    const isSame =
      before !== undefined &&
      before.row.outcome === row.outcome &&
      before.row.status === row.status &&
      before.row.error === row.error;
    if (!isSame) {
      looked.delete(row.jobId);
      const [oldest] = looked.keys();
      if (looked.size >= LOG.tasks && oldest !== undefined) looked.delete(oldest);
      looked.set(row.jobId, { row, more: undefined });
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
    take(record) {
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
    prune() {
      if (transaction(database, pruneNow)) parts.onChange();
    },
    clear() {
      waiting = [];
      looked.clear();
      touched.clear();
      rows.clear();
      parts.onChange();
    },
    close() {
      flush();
      isClosed = true;
    },
  };
}
