import type { DatabaseSync } from 'node:sqlite';
import {
  callExchangeSchema,
  recordedCallSchema,
  type CallExchange,
  type RecordedCall,
} from '../../../../shared/contract/activity.ts';
import { PRACTICE_ID } from '../../library/practice-id.ts';
import { createSql, columnOf, type Row } from '../../library/row-values.ts';

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

export function createCallRows(database: DatabaseSync) {
  const sql = createSql(database);

  return {
    add(row: CallRow): number {
      const { id: _id, exchange, ...fields } = row;
      const { lastInsertRowid } = sql.insert('activity_calls', fields);
      sql.run`INSERT INTO activity_exchanges VALUES (${lastInsertRowid}, ${exchange})`;
      return Number(lastInsertRowid);
    },
    /** Does nothing if the row is gone. */
    addPolls(
      id: number,
      { lastAt, looks, milliseconds, sentBytes, receivedBytes, exchange }: MorePolls,
    ): void {
      sql.run`UPDATE activity_calls SET last_at = ${lastAt}, looks = looks + ${looks},
        milliseconds = milliseconds + ${milliseconds},
        sent_bytes = sent_bytes + ${sentBytes}, received_bytes = received_bytes + ${receivedBytes}
        WHERE id = ${id}`;
      sql.run`UPDATE activity_exchanges SET exchange = ${exchange} WHERE call_id = ${id}`;
    },
    read(id: number): { readonly call: RecordedCall; readonly exchange: CallExchange } | undefined {
      const row = sql.get`SELECT * FROM activity_calls JOIN activity_exchanges ON call_id = id
        WHERE id = ${id}`;
      if (row === undefined) return undefined;
      return {
        call: toCall(row),
        exchange: callExchangeSchema.parse(JSON.parse(String(row['exchange']))),
      };
    },
    usage(): { readonly calls: number; readonly oldest?: number | undefined } {
      const row =
        sql.get`SELECT count(*) AS calls, min(started_at) AS oldest FROM activity_calls` ?? {};
      const { oldest } = row;
      return {
        calls: Number(row['calls']),
        ...(typeof oldest === 'number' ? { oldest } : {}),
      };
    },
    prune(most: number, before: number): boolean {
      const { changes: many } = sql.run`DELETE FROM activity_calls WHERE id <= (SELECT id
          FROM activity_calls ORDER BY id DESC LIMIT 1 OFFSET ${most})`;
      const { changes: old } = sql.run`DELETE FROM activity_calls WHERE started_at < ${before}`;
      return Number(many) + Number(old) > 0;
    },
    clear: (): void => void sql.run`DELETE FROM activity_calls`,
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
