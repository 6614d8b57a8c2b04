/** Pages of the job log by kind, state, photo, connection and text. */
import type { DatabaseSync } from 'node:sqlite';
import { isFinalJobState, jobStateSchema, type JobQuery } from '../../../shared/contract/jobs.ts';
import { JOB_COLUMNS, toStoredJob } from './job-rows.ts';
import type { StoredJob } from './job-store.ts';

/** Call once for a database: SQLite's own `lower` and `LIKE` know the letters of ASCII only. */
export function addFoldCase(database: DatabaseSync): void {
  database.function('fold_case', { deterministic: true }, (text) => foldCase(String(text)));
}

function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** @returns newest first; an unknown `beforeJobId` gives nothing */
export function queryJobs(database: DatabaseSync, query: JobQuery): readonly StoredJob[] {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const oneOf = (column: string, wanted: readonly string[]) => {
    conditions.push(`${column} IN (${wanted.map(() => '?').join(', ')})`);
    values.push(...wanted);
  };
  if (query.kinds !== undefined) oneOf('kind', query.kinds);
  if (query.states !== undefined) oneOf('state', query.states);
  if (query.photoId !== undefined) oneOf('photo_id', [query.photoId]);
  if (query.connectionId !== undefined) oneOf('connection_id', [query.connectionId]);
  if (query.isActive !== undefined) {
    oneOf(
      'state',
      jobStateSchema.options.filter((state) => isFinalJobState(state) !== query.isActive),
    );
  }
  if (query.beforeJobId !== undefined) {
    // Jobs of one millisecond are in the order in which they were added, so that no page repeats or skips one.
    conditions.push('(created_at, rowid) < (SELECT created_at, rowid FROM jobs WHERE id = ?)');
    values.push(query.beforeJobId);
  }
  if (query.text !== undefined && query.text.trim() !== '') {
    conditions.push(
      "instr(fold_case(coalesce(photo_name, '') || ' ' || coalesce(task_id, '')), ?) > 0",
    );
    values.push(foldCase(query.text.trim()));
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return database
    .prepare(
      `SELECT ${JOB_COLUMNS} FROM jobs ${where} ORDER BY created_at DESC, rowid DESC LIMIT ?`,
    )
    .all(...values, query.limit)
    .map(toStoredJob);
}
