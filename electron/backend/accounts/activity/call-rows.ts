import type { DatabaseSync } from 'node:sqlite';
import {
  callExchangeSchema,
  recordedCallSchema,
  type CallExchange,
  type RecordedCall,
} from '../../../../shared/contract/activity.ts';
import { PRACTICE_ID } from '../../library/practice-id.ts';

export interface CallRow extends Omit<RecordedCall, 'id' | 'isPractice'> {
  /** Set once it is written. */
  id?: number | undefined;
  readonly exchange: CallExchange;
}

export type MorePolls = Pick<
  CallRow,
  'lastAt' | 'looks' | 'milliseconds' | 'sentBytes' | 'receivedBytes' | 'exchange'
>;

export type CallRows = ReturnType<typeof createCallRows>;

export const CALL_COLUMNS = `id, started_at, last_at, operation, method, address, connection_id, connection_name, outcome,
  status, error, milliseconds, sent_bytes, received_bytes, cost, tries, looks, job_id`;

export function createCallRows(database: DatabaseSync) {
  const insert = database.prepare(
    `INSERT INTO activity_calls (started_at, last_at, operation, method, address, connection_id,
       connection_name, outcome, status, error, milliseconds, sent_bytes, received_bytes, cost, tries, looks, job_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertExchange = database.prepare('INSERT INTO activity_exchanges VALUES (?, ?)');
  const update = database.prepare(
    `UPDATE activity_calls SET last_at = ?, looks = looks + ?, milliseconds = milliseconds + ?,
       sent_bytes = sent_bytes + ?, received_bytes = received_bytes + ? WHERE id = ?`,
  );
  const updateExchange = database.prepare(
    'UPDATE activity_exchanges SET exchange = ? WHERE call_id = ?',
  );
  const one = database.prepare(
    `SELECT ${CALL_COLUMNS}, exchange FROM activity_calls JOIN activity_exchanges ON call_id = id WHERE id = ?`,
  );
  const usage = database.prepare(
    'SELECT count(*) AS calls, min(started_at) AS oldest FROM activity_calls',
  );
  const tooMany = database.prepare(
    `DELETE FROM activity_calls WHERE id <=
       (SELECT id FROM activity_calls ORDER BY id DESC LIMIT 1 OFFSET ?)`,
  );
  const tooOld = database.prepare('DELETE FROM activity_calls WHERE started_at < ?');
  const all = database.prepare('DELETE FROM activity_calls');

  return {
    add(row: CallRow): number {
      const { lastInsertRowid } = insert.run(
        row.startedAt,
        row.lastAt,
        row.operation,
        row.method,
        row.address,
        row.connectionId ?? null,
        row.connectionName,
        row.outcome,
        row.status ?? null,
        row.error ?? null,
        row.milliseconds,
        row.sentBytes,
        row.receivedBytes,
        row.cost ?? null,
        row.tries,
        row.looks,
        row.jobId ?? null,
      );
      insertExchange.run(lastInsertRowid, JSON.stringify(row.exchange));
      return Number(lastInsertRowid);
    },
    /** Does nothing if the row is gone. */
    addPolls(
      id: number,
      { lastAt, looks, milliseconds, sentBytes, receivedBytes, exchange }: MorePolls,
    ): void {
      update.run(lastAt, looks, milliseconds, sentBytes, receivedBytes, id);
      updateExchange.run(JSON.stringify(exchange), id);
    },
    read(id: number): { readonly call: RecordedCall; readonly exchange: CallExchange } | undefined {
      const row = one.get(id);
      if (row === undefined) return undefined;
      return {
        call: toCall(row),
        exchange: callExchangeSchema.parse(JSON.parse(String(row['exchange']))),
      };
    },
    usage(): { readonly calls: number; readonly oldest?: number | undefined } {
      const row = usage.get() ?? {};
      const { oldest } = row;
      return {
        calls: Number(row['calls']),
        ...(typeof oldest === 'number' ? { oldest } : {}),
      };
    },
    /** @returns whether any were deleted */
    prune(most: number, before: number): boolean {
      const { changes: many } = tooMany.run(most);
      const { changes: old } = tooOld.run(before);
      return Number(many) + Number(old) > 0;
    },
    clear: (): void => void all.run(),
  };
}

export function toCall(row: Readonly<Record<string, unknown>>): RecordedCall {
  const connectionId = row['connection_id'] ?? undefined;
  return recordedCallSchema.parse({
    id: row['id'],
    startedAt: row['started_at'],
    lastAt: row['last_at'],
    operation: row['operation'],
    method: row['method'],
    address: row['address'],
    connectionId,
    connectionName: row['connection_name'],
    isPractice: connectionId === PRACTICE_ID,
    outcome: row['outcome'],
    status: row['status'] ?? undefined,
    error: row['error'] ?? undefined,
    milliseconds: row['milliseconds'],
    sentBytes: row['sent_bytes'],
    receivedBytes: row['received_bytes'],
    cost: row['cost'] ?? undefined,
    tries: row['tries'],
    looks: row['looks'],
    jobId: row['job_id'] ?? undefined,
  });
}
