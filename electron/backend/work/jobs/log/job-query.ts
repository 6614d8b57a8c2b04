import type { DatabaseSync } from 'node:sqlite';
import {
  isFinalJobState,
  jobStateSchema,
  type EntryQuery,
  type JobQuery,
  type JobSort,
} from '../../../../../shared/contract/jobs.ts';
import { foldCase } from '../../../library/fold-case.ts';
import { JOB_COLUMNS } from './job-rows.ts';
import { toStoredJob, type StoredJob } from './stored-job.ts';
import { readRows } from '../../../library/unreadable.ts';

/** Sort keys, descending; missing values last, ties newest first. */
const SORT_KEYS: Readonly<Record<JobSort, readonly string[]>> = {
  newest: [],
  duration: ['coalesce(duration, -1)'],
  cost: ['coalesce(price, -1)'],
};

/** `rowid` breaks ties within a millisecond, so that no page repeats or skips a job. */
const BY_AGE = ['created_at', 'rowid'] as const;

/** @returns in query order; empty for an unknown `beforeJobId` */
export function queryJobs(database: DatabaseSync, query: JobQuery): readonly StoredJob[] {
  const { conditions, values } = filterOf(query);
  const keys = [...SORT_KEYS[query.sort ?? 'newest'], ...BY_AGE];
  return page(database, conditions, values, keys, query);
}

/** A group matches if one of its jobs does. */
export function queryFirstJobs(database: DatabaseSync, query: EntryQuery): readonly StoredJob[] {
  const { conditions, values } = filterOf(query);
  const isFiltered = conditions.length > 1;
  const passes = conditions.join(' AND ');
  const wanted = isFiltered
    ? `((group_id IS NULL AND ${passes}) OR group_id IN (SELECT group_id FROM jobs WHERE ${passes}))`
    : 'TRUE';
  const all = isFiltered ? [...values, ...values] : values;
  return page(database, ['is_first = 1', 'removed_at IS NULL', wanted], all, BY_AGE, query);
}

function page(
  database: DatabaseSync,
  conditions: readonly string[],
  values: readonly (string | number)[],
  keys: readonly string[],
  { limit, beforeJobId }: Pick<JobQuery, 'limit' | 'beforeJobId'>,
): readonly StoredJob[] {
  const row = keys.join(', ');
  const after =
    beforeJobId === undefined ? [] : [`(${row}) < (SELECT ${row} FROM jobs WHERE id = ?)`];
  const order = keys.map((key) => `${key} DESC`).join(', ');
  const rows = database
    .prepare(
      `SELECT ${JOB_COLUMNS} FROM jobs WHERE ${[...conditions, ...after].join(' AND ')} ORDER BY ${order} LIMIT ?`,
    )
    .all(...values, ...(beforeJobId === undefined ? [] : [beforeJobId]), limit);
  return readRows(database, 'job', rows, toStoredJob);
}

/** @returns at least one condition, joined by AND, with its values */
function filterOf(query: EntryQuery): {
  readonly conditions: readonly string[];
  readonly values: readonly (string | number)[];
} {
  const conditions: string[] = ['removed_at IS NULL'];
  const values: (string | number)[] = [];
  const where = (condition: string, ...wanted: readonly (string | number)[]) => {
    conditions.push(condition);
    values.push(...wanted);
  };
  const oneOf = (column: string, wanted: readonly string[]) =>
    where(`${column} IN (${wanted.map(() => '?').join(', ')})`, ...wanted);
  if (query.kinds !== undefined) oneOf('kind', query.kinds);
  if (query.states !== undefined) oneOf('state', query.states);
  if (query.photoId !== undefined) where('photo_id = ?', query.photoId);
  if (query.connectionId !== undefined) where('connection_id = ?', query.connectionId);
  if (query.groupId !== undefined) where('group_id = ?', query.groupId);
  if (query.from !== undefined) where('created_at >= ?', query.from);
  if (query.to !== undefined) where('created_at < ?', query.to);
  if (query.stars !== undefined) where('stars >= ?', query.stars);
  if (query.isActive !== undefined) {
    oneOf(
      'state',
      jobStateSchema.options.filter((state) => isFinalJobState(state) !== query.isActive),
    );
  }
  if (query.text !== undefined && query.text.trim() !== '') {
    where(
      "instr(fold_case(coalesce(photo_name, '') || ' ' || coalesce(task_id, '')), ?) > 0",
      foldCase(query.text.trim()),
    );
  }
  return { conditions, values };
}
