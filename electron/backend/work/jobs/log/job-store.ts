/** A row is on disk before its request is sent; each change gets the next revision. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { JobKindName, JobRequest } from '../../../../../shared/contract/job-requests.ts';
import {
  isFinalJobState,
  jobStateSchema,
  type JobQuery,
  type JobState,
  type EntryQuery,
  type JobSort,
} from '../../../../../shared/contract/jobs.ts';
import { addFoldCase, foldCase } from '../../../library/fold-case.ts';
import { readRows } from '../../../library/unreadable.ts';
import type { Timing } from '../measures/expected-time.ts';
import { createJobHistoryStore } from './job-history-store.ts';
import { createJobOutputStore } from './job-output-store.ts';
import { JOB_COLUMNS, toTiming } from './job-rows.ts';
import { toStoredJob, type JobChange, type NewJob, type StoredJob } from './stored-job.ts';
import { toColumn } from '../../../library/row-values.ts';

/** Sort keys, descending; missing values last, ties newest first. */
const SORT_KEYS: Readonly<Record<JobSort, readonly string[]>> = {
  newest: [],
  duration: ['coalesce(duration, -1)'],
  cost: ['coalesce(price, -1)'],
};

/** `rowid` breaks ties within a millisecond, so that no page repeats or skips a job. */
const BY_AGE = ['created_at', 'rowid'] as const;

/** @returns in query order; empty for an unknown `beforeJobId` */
function queryJobs(database: DatabaseSync, query: JobQuery): readonly StoredJob[] {
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

const MOST_STEPS = 200;

const MOST_TIMINGS = 60;

const IS_HELD = `(batch_id IS NOT NULL AND EXISTS (SELECT 1 FROM recipe_runs
  WHERE recipe_runs.id = jobs.batch_id AND recipe_runs.state = 'paused'))`;

export type JobStore = ReturnType<typeof createJobStore>;

export function createJobStore(database: DatabaseSync, now: () => number = () => Date.now()) {
  addFoldCase(database);
  const byId = database.prepare(`SELECT ${JOB_COLUMNS} FROM jobs WHERE id = ?`);
  const maskOf = database.prepare('SELECT mask FROM jobs WHERE id = ?');
  const after = database.prepare(
    `SELECT ${JOB_COLUMNS} FROM jobs WHERE revision > ? ORDER BY revision`,
  );
  const byState = database.prepare(
    `SELECT ${JOB_COLUMNS} FROM jobs WHERE state = ? ORDER BY created_at, revision`,
  );
  const waiting = database.prepare(
    `SELECT ${JOB_COLUMNS} FROM jobs WHERE state = 'waiting' AND NOT ${IS_HELD}
     ORDER BY batch_id IS NOT NULL, coalesce(place, created_at), created_at, revision`,
  );
  const held = database.prepare(`SELECT 1 FROM jobs WHERE id = ? AND ${IS_HELD}`);
  const waitingOfBatch = database.prepare(
    `SELECT count(*) AS count FROM jobs WHERE batch_id = ? AND state = 'waiting'`,
  );
  const setRequest = database.prepare(
    'UPDATE jobs SET request = ?, revision = (SELECT max(revision) + 1 FROM jobs) WHERE id = ?',
  );
  const move = database.prepare(
    `UPDATE jobs SET connection_id = ?, connection_name = ?, request_hash = ?, price = ?,
       revision = (SELECT max(revision) + 1 FROM jobs) WHERE id = ?`,
  );
  const sameRequest = database.prepare(
    `SELECT ${JOB_COLUMNS} FROM jobs WHERE request_hash = ?
       AND photo_id IS coalesce(?, photo_id)
       AND state IN ('waiting', 'submitting', 'queued', 'processing', 'downloading') LIMIT 1`,
  );
  const stoppedSince = database.prepare(
    `SELECT ${JOB_COLUMNS} FROM jobs WHERE state = 'cancelled' AND ended_at >= ?
       AND task_id IS NOT NULL AND kind <> 'watch' AND removed_at IS NULL ORDER BY created_at, rowid`,
  );
  const othersOf = database.prepare('SELECT others_mask FROM jobs WHERE id = ?');
  const byRun = database.prepare(
    `SELECT ${JOB_COLUMNS} FROM jobs WHERE run_id = ? ORDER BY created_at, rowid`,
  );
  const keptAnswer = database.prepare(
    `SELECT ${JOB_COLUMNS} FROM jobs WHERE request_hash = ? AND state = 'done'
       AND answer_file_id IS NOT NULL ORDER BY ended_at DESC, rowid DESC LIMIT 1`,
  );
  const timings = database.prepare(
    `SELECT id, request, region, ended_at - submitted_at AS duration FROM jobs
     WHERE kind = ?1 AND profile = ?2 AND connection_id = coalesce(?3, connection_id)
       AND state = 'done' AND ended_at >= submitted_at ORDER BY ended_at DESC LIMIT ?4`,
  );
  const byTask = database.prepare(
    `SELECT ${JOB_COLUMNS} FROM jobs WHERE task_id = ? AND connection_id = ?
     ORDER BY created_at DESC, rowid DESC`,
  );
  const insert = database.prepare(
    `INSERT INTO jobs (id, revision, kind, state, request, profile, photo_id, photo_name,
       connection_id, connection_name, request_hash, region, patch_ids, mask, findings, created_at,
       others_mask, run_id, batch_id, price, stored_file_id, task_id, sweep, timeline, is_first)
     VALUES (?, (SELECT coalesce(max(revision), 0) + 1 FROM jobs), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '{}', ?, ?, ?, ?, ?, ?, ?, ?, ?,
       NOT EXISTS (SELECT 1 FROM jobs WHERE group_id = ? AND removed_at IS NULL))`,
  );
  const update = database.prepare(
    // Limits growth by a job that is refused again and again.
    `UPDATE jobs SET revision = (SELECT max(revision) + 1 FROM jobs),
       timeline = CASE WHEN state = ?1 OR json_array_length(timeline) >= ${MOST_STEPS} THEN timeline
         ELSE json_insert(timeline, '$[#]', json_array(?1, ?2)) END, state = ?1,
       task_id = coalesce(?3, task_id), findings = json_patch(findings, ?4),
       submitted_at = coalesce(?5, submitted_at), ended_at = ?6, error = ?7,
       answer_file_id = coalesce(?8, answer_file_id), is_acknowledged = 0
     WHERE id = ?9`,
  );
  const acknowledge = database.prepare(
    'UPDATE jobs SET is_acknowledged = 1, revision = (SELECT max(revision) + 1 FROM jobs) WHERE id = ? AND ended_at IS NOT NULL AND is_acknowledged = 0',
  );

  const read = (rows: readonly Record<string, unknown>[]) =>
    readRows(database, 'job', rows, toStoredJob);

  const one = (row: Record<string, unknown> | undefined) => row && read([row])[0];

  const get = (id: string): StoredJob | undefined => one(byId.get(id));

  function mustGet(id: string): StoredJob {
    const job = get(id);
    if (job === undefined) throw new Error(`The job ${id} has no row.`);
    return job;
  }

  return {
    ...createJobOutputStore(database),
    ...createJobHistoryStore(database),
    get,
    add(job: NewJob, createdAt: number): StoredJob {
      const id = randomUUID();
      insert.run(
        id,
        job.request.kind,
        firstState(job),
        JSON.stringify(job.request),
        job.profile,
        job.subject?.photoId ?? null,
        job.subject?.photoName ?? null,
        job.connectionId,
        job.connectionName,
        job.requestHash,
        toColumn(job.subject?.region),
        JSON.stringify(job.patchIds),
        job.mask ?? null,
        createdAt,
        job.others ?? null,
        job.runId ?? null,
        job.batchId ?? null,
        job.price ?? null,
        job.storedFileId ?? null,
        job.taskId ?? null,
        toColumn(job.sweep),
        JSON.stringify([[firstState(job), createdAt]]),
        job.batchId ?? job.runId ?? null,
      );
      return mustGet(id);
    },
    mask(id: string): Uint8Array | undefined {
      const mask = maskOf.get(id)?.['mask'];
      return mask instanceof Uint8Array ? mask : undefined;
    },
    /** Paint of other jobs in the region, in wire format. */
    others(id: string): Uint8Array | undefined {
      const others = othersOf.get(id)?.['others_mask'];
      return others instanceof Uint8Array ? others : undefined;
    },
    ofRun: (runId: string): readonly StoredJob[] => read(byRun.all(runId)),
    /** Last finished job of the same request with a saved answer. */
    withKeptAnswer: (requestHash: string): StoredJob | undefined =>
      one(keptAnswer.get(requestHash)),
    /** Newest first. */
    ofTask: (connectionId: string, taskId: string): readonly StoredJob[] =>
      read(byTask.all(taskId, connectionId)),
    list: (query: JobQuery): readonly StoredJob[] => queryJobs(database, query),
    /** Oldest change first. */
    changedAfter: (revision: number): readonly StoredJob[] => read(after.all(revision)),
    /** In sending order, those started by hand before those of recipes; without paused runs. */
    waiting: (): readonly StoredJob[] => read(waiting.all()),
    isHeld: (id: string): boolean => held.get(id) !== undefined,
    waitingOfBatch: (batchId: string): number =>
      Number(waitingOfBatch.get(batchId)?.['count'] ?? 0),
    setRequest(id: string, request: JobRequest): StoredJob {
      setRequest.run(JSON.stringify(request), id);
      return mustGet(id);
    },
    /** Lets a waiting job be sent by the connection that it is planned for. */
    move(id: string, { connectionId, connectionName, requestHash, price }: NewJob): StoredJob {
      move.run(connectionId, connectionName, requestHash, price ?? null, id);
      return mustGet(id);
    },
    /** Oldest first. */
    inStates: (states: readonly JobState[]): readonly StoredJob[] =>
      states.flatMap((state) => read(byState.all(state))).sort((a, b) => a.createdAt - b.createdAt),
    stoppedSince: (time: number): readonly StoredJob[] => read(stoppedSince.all(time)),
    underWay: (requestHash: string, photoId?: string): StoredJob | undefined =>
      one(sameRequest.get(requestHash, photoId ?? null)),
    /** Newest first, optionally of one connection. */
    timings: (kind: JobKindName, profile: string, connectionId?: string): readonly Timing[] =>
      readRows(
        database,
        'job',
        timings.all(kind, profile, connectionId ?? null, MOST_TIMINGS),
        toTiming,
      ),
    update(id: string, change: JobChange): StoredJob {
      update.run(
        change.state,
        change.endedAt ?? change.submittedAt ?? now(),
        change.taskId ?? null,
        JSON.stringify(change.findings ?? {}),
        change.submittedAt ?? null,
        change.endedAt ?? null,
        toColumn(change.error),
        change.answerFileId ?? null,
        id,
      );
      return mustGet(id);
    },
    /** @returns `undefined` if there was nothing to dismiss */
    acknowledge(id: string): StoredJob | undefined {
      return acknowledge.run(id).changes === 0 ? undefined : get(id);
    },
  };
}

/** A job with an existing answer or task sends nothing and need not wait. */
function firstState({ storedFileId, taskId }: NewJob): JobState {
  if (taskId !== undefined) return 'queued';
  return storedFileId === undefined ? 'waiting' : 'downloading';
}
