import type { DatabaseSync } from 'node:sqlite';
import {
  callExchangeSchema,
  recordedCallSchema,
  type CallExchange,
  type RecordedCall,
} from '../../../../shared/contract/activity.ts';
import { PRACTICE_ID } from '../../library/practice-id.ts';
import { columnOf, prepareInsert, type Row } from '../../library/row-values.ts';

export interface CallRow extends Omit<RecordedCall, 'id' | 'isPractice'> {
  id?: number | undefined;
  readonly exchange: CallExchange;
}

export type MorePolls = Pick<
  CallRow,
  'lastAt' | 'looks' | 'milliseconds' | 'sentBytes' | 'receivedBytes' | 'exchange'
>;

export type CallRows = ReturnType<typeof createCallRows>;

const FIELDS = [
  'startedAt',
  'lastAt',
  'operation',
  'method',
  'address',
  'connectionId',
  'connectionName',
  'outcome',
  'status',
  'error',
  'milliseconds',
  'sentBytes',
  'receivedBytes',
  'cost',
  'tries',
  'looks',
  'jobId',
] as const satisfies readonly (keyof CallRow)[];

const COLUMNS = FIELDS.map((name) => [name, columnOf(name)] as const);

export const CALL_COLUMNS = ['id', ...COLUMNS.map(([, column]) => column)].join(', ');

export function createCallRows(database: DatabaseSync) {
  const insert = prepareInsert(database, 'activity_calls', FIELDS);
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
      const { lastInsertRowid } = insert(row);
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
    prune(most: number, before: number): boolean {
      const { changes: many } = tooMany.run(most);
      const { changes: old } = tooOld.run(before);
      return Number(many) + Number(old) > 0;
    },
    clear: (): void => void all.run(),
  };
}

export function toCall(row: Row): RecordedCall {
  const fields = COLUMNS.map(([name, column]) => [name, row[column] ?? undefined]);
  return recordedCallSchema.parse({
    id: row['id'],
    isPractice: row['connection_id'] === PRACTICE_ID,
    ...Object.fromEntries(fields),
  });
}
