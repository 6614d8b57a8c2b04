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
import { createSql, joinSql, listOf, sqlPart, type SqlPart } from '../../../library/row-values.ts';

/** Sort keys, descending; missing values last, ties newest first. */
const SORT_KEYS: Readonly<Record<JobSort, readonly SqlPart[]>> = {
  newest: [],
  duration: [sqlPart`coalesce(duration, -1)`],
  cost: [sqlPart`coalesce(price, -1)`],
};

/** `rowid` breaks ties within a millisecond, so that no page repeats or skips a job. */
const BY_AGE = [sqlPart`created_at`, sqlPart`rowid`];

/** @returns in query order; empty for an unknown `beforeJobId` */
function queryJobs(database: DatabaseSync, query: JobQuery): readonly StoredJob[] {
  const keys = [...SORT_KEYS[query.sort ?? 'newest'], ...BY_AGE];
  return page(database, [sqlPart`removed_at IS NULL`, ...filterOf(query)], keys, query);
}

/** A group matches if one of its jobs does. */
export function queryFirstJobs(database: DatabaseSync, query: EntryQuery): readonly StoredJob[] {
  const conditions = [sqlPart`is_first = 1`, sqlPart`removed_at IS NULL`];
  const filter = filterOf(query);
  if (filter.length > 0) {
    const passes = joinSql([sqlPart`removed_at IS NULL`, ...filter], ' AND ');
    conditions.push(sqlPart`((group_id IS NULL AND ${passes})
          OR group_id IN (SELECT group_id FROM jobs WHERE ${passes}))`);
  }
  return page(database, conditions, BY_AGE, query);
}

function page(
  database: DatabaseSync,
  conditions: readonly SqlPart[],
  keys: readonly SqlPart[],
  { limit, beforeJobId }: Pick<JobQuery, 'limit' | 'beforeJobId'>,
): readonly StoredJob[] {
  const row = joinSql(keys, ', ');
  const after =
    beforeJobId === undefined
      ? []
      : [sqlPart`(${row}) < (SELECT ${row} FROM jobs WHERE id = ${beforeJobId})`];
  const order = joinSql(
    keys.map((key) => sqlPart`${key} DESC`),
    ', ',
  );
  const rows = createSql(database).all`SELECT ${JOB_COLUMNS} FROM jobs
    WHERE ${joinSql([...conditions, ...after], ' AND ')} ORDER BY ${order} LIMIT ${limit}`;
  return readRows(database, 'job', rows, toStoredJob);
}

function filterOf(query: EntryQuery): readonly SqlPart[] {
  const { kinds, states, photoId, connectionId, groupId, from, to, stars, isActive } = query;
  const text = query.text?.trim() ?? '';
  const active = jobStateSchema.options.filter((state) => isFinalJobState(state) !== isActive);
  const searched = sqlPart`fold_case(coalesce(photo_name, '') || ' ' || coalesce(task_id, ''))`;
  const when = (isWanted: boolean, condition: SqlPart) => (isWanted ? [condition] : []);
  return [
    ...when(kinds !== undefined, sqlPart`kind IN ${listOf(kinds ?? [])}`),
    ...when(states !== undefined, sqlPart`state IN ${listOf(states ?? [])}`),
    ...when(photoId !== undefined, sqlPart`photo_id = ${photoId}`),
    ...when(connectionId !== undefined, sqlPart`connection_id = ${connectionId}`),
    ...when(groupId !== undefined, sqlPart`group_id = ${groupId}`),
    ...when(from !== undefined, sqlPart`created_at >= ${from}`),
    ...when(to !== undefined, sqlPart`created_at < ${to}`),
    ...when(stars !== undefined, sqlPart`stars >= ${stars}`),
    ...when(isActive !== undefined, sqlPart`state IN ${listOf(active)}`),
    ...when(text !== '', sqlPart`instr(${searched}, ${foldCase(text)}) > 0`),
  ];
}

const MOST_STEPS = 200;

const MOST_TIMINGS = 60;

const IS_HELD = sqlPart`(batch_id IS NOT NULL AND EXISTS (SELECT 1 FROM recipe_runs
      WHERE recipe_runs.id = jobs.batch_id AND recipe_runs.state = 'paused'))`;

export type JobStore = ReturnType<typeof createJobStore>;

export function createJobStore(database: DatabaseSync, now: () => number = () => Date.now()) {
  addFoldCase(database);
  const sql = createSql(database);

  const read = (rows: readonly Record<string, unknown>[]) =>
    readRows(database, 'job', rows, toStoredJob);

  const one = (row: Record<string, unknown> | undefined) => row && read([row])[0];

  const get = (id: string): StoredJob | undefined =>
    one(sql.get`SELECT ${JOB_COLUMNS} FROM jobs WHERE id = ${id}`);

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
      const groupId = job.batchId ?? job.runId;
      sql.insert('jobs', {
        id,
        revision: Number(sql.value`SELECT coalesce(max(revision), 0) + 1 FROM jobs`),
        kind: job.request.kind,
        state: firstState(job),
        request: job.request,
        profile: job.profile,
        photoId: job.subject?.photoId,
        photoName: job.subject?.photoName,
        connectionId: job.connectionId,
        connectionName: job.connectionName,
        requestHash: job.requestHash,
        region: job.subject?.region,
        patchIds: job.patchIds,
        mask: job.mask,
        findings: {},
        createdAt,
        othersMask: job.others,
        runId: job.runId,
        batchId: job.batchId,
        price: job.price,
        storedFileId: job.storedFileId,
        taskId: job.taskId,
        sweep: job.sweep,
        timeline: [[firstState(job), createdAt]],
        isFirst:
          sql.get`SELECT 1 FROM jobs WHERE group_id = ${groupId} AND removed_at IS NULL` ===
          undefined,
      });
      return mustGet(id);
    },
    mask(id: string): Uint8Array | undefined {
      const mask = sql.value`SELECT mask FROM jobs WHERE id = ${id}`;
      return mask instanceof Uint8Array ? mask : undefined;
    },
    /** Paint of other jobs in the region, in wire format. */
    others(id: string): Uint8Array | undefined {
      const others = sql.value`SELECT others_mask FROM jobs WHERE id = ${id}`;
      return others instanceof Uint8Array ? others : undefined;
    },
    ofRun: (runId: string): readonly StoredJob[] =>
      read(sql.all`SELECT ${JOB_COLUMNS} FROM jobs
        WHERE run_id = ${runId} ORDER BY created_at, rowid`),
    /** Last finished job of the same request with a saved answer. */
    withKeptAnswer: (requestHash: string): StoredJob | undefined =>
      one(sql.get`SELECT ${JOB_COLUMNS} FROM jobs WHERE request_hash = ${requestHash}
          AND state = 'done'
          AND answer_file_id IS NOT NULL ORDER BY ended_at DESC, rowid DESC LIMIT 1`),
    /** Newest first. */
    ofTask: (connectionId: string, taskId: string): readonly StoredJob[] =>
      read(sql.all`SELECT ${JOB_COLUMNS} FROM jobs WHERE task_id = ${taskId}
          AND connection_id = ${connectionId}
        ORDER BY created_at DESC, rowid DESC`),
    list: (query: JobQuery): readonly StoredJob[] => queryJobs(database, query),
    /** Oldest change first. */
    changedAfter: (revision: number): readonly StoredJob[] =>
      read(sql.all`SELECT ${JOB_COLUMNS} FROM jobs WHERE revision > ${revision} ORDER BY revision`),
    /** In sending order, those started by hand before those of recipes; without paused runs. */
    waiting: (): readonly StoredJob[] =>
      read(sql.all`SELECT ${JOB_COLUMNS} FROM jobs
        WHERE state = 'waiting' AND NOT ${IS_HELD}
        ORDER BY batch_id IS NOT NULL, coalesce(place, created_at), created_at, revision`),
    isHeld: (id: string): boolean =>
      sql.get`SELECT 1 FROM jobs WHERE id = ${id} AND ${IS_HELD}` !== undefined,
    waitingOfBatch: (batchId: string): number =>
      Number(
        sql.value`SELECT count(*) FROM jobs WHERE batch_id = ${batchId} AND state = 'waiting'` ?? 0,
      ),
    setRequest(id: string, request: JobRequest): StoredJob {
      sql.run`UPDATE jobs SET request = ${request}, revision = (SELECT max(revision) + 1 FROM jobs)
        WHERE id = ${id}`;
      return mustGet(id);
    },
    /** Lets a waiting job be sent by the connection that it is planned for. */
    move(id: string, { connectionId, connectionName, requestHash, price }: NewJob): StoredJob {
      sql.run`UPDATE jobs SET connection_id = ${connectionId}, connection_name = ${connectionName},
        request_hash = ${requestHash}, price = ${price},
        revision = (SELECT max(revision) + 1 FROM jobs) WHERE id = ${id}`;
      return mustGet(id);
    },
    /** Oldest first. */
    inStates: (states: readonly JobState[]): readonly StoredJob[] =>
      states
        .flatMap((state) =>
          read(sql.all`SELECT ${JOB_COLUMNS} FROM jobs
            WHERE state = ${state} ORDER BY created_at, revision`),
        )
        .sort((a, b) => a.createdAt - b.createdAt),
    stoppedSince: (time: number): readonly StoredJob[] =>
      read(sql.all`SELECT ${JOB_COLUMNS}
        FROM jobs WHERE state = 'cancelled' AND ended_at >= ${time}
          AND task_id IS NOT NULL AND kind <> 'watch' AND removed_at IS NULL
        ORDER BY created_at, rowid`),
    underWay: (requestHash: string, photoId?: string): StoredJob | undefined =>
      one(sql.get`SELECT ${JOB_COLUMNS} FROM jobs WHERE request_hash = ${requestHash}
          AND photo_id IS coalesce(${photoId}, photo_id)
          AND state IN ('waiting', 'submitting', 'queued', 'processing', 'downloading') LIMIT 1`),
    /** Newest first, optionally of one connection. */
    timings: (kind: JobKindName, profile: string, connectionId?: string): readonly Timing[] =>
      readRows(
        database,
        'job',
        sql.all`SELECT id, request, region, ended_at - submitted_at AS duration FROM jobs
          WHERE kind = ${kind} AND profile = ${profile}
            AND connection_id = coalesce(${connectionId}, connection_id)
            AND state = 'done' AND ended_at >= submitted_at ORDER BY ended_at DESC
          LIMIT ${MOST_TIMINGS}`,
        toTiming,
      ),
    update(id: string, change: JobChange): StoredJob {
      const { state, taskId, findings = {}, submittedAt, endedAt, error, answerFileId } = change;
      // Limits growth by a job that is refused again and again.
      sql.run`UPDATE jobs SET revision = (SELECT max(revision) + 1 FROM jobs),
        timeline = CASE
        WHEN state = ${state} OR json_array_length(timeline) >= ${MOST_STEPS} THEN timeline
        ELSE json_insert(timeline, '$[#]',
          json_array(${state}, ${endedAt ?? submittedAt ?? now()})) END,
        state = ${state}, task_id = coalesce(${taskId}, task_id),
        findings = json_patch(findings, ${findings}),
        submitted_at = coalesce(${submittedAt}, submitted_at), ended_at = ${endedAt},
        error = ${error}, answer_file_id = coalesce(${answerFileId}, answer_file_id),
        is_acknowledged = 0
        WHERE id = ${id}`;
      return mustGet(id);
    },
    /** @returns `undefined` if there was nothing to dismiss */
    acknowledge(id: string): StoredJob | undefined {
      const { changes } = sql.run`UPDATE jobs
        SET is_acknowledged = 1, revision = (SELECT max(revision) + 1 FROM jobs)
        WHERE id = ${id} AND ended_at IS NOT NULL AND is_acknowledged = 0`;
      return changes === 0 ? undefined : get(id);
    },
  };
}

/** A job with an existing answer or task sends nothing and need not wait. */
function firstState({ storedFileId, taskId }: NewJob): JobState {
  if (taskId !== undefined) return 'queued';
  return storedFileId === undefined ? 'waiting' : 'downloading';
}
