/** Runs, sweeps and batches as one entry each: their counts, cost and first jobs, by one query for a page. */
import type { DatabaseSync } from 'node:sqlite';
import type { EntryQuery, Job, JobGroup, JobListEntry } from '../../../../shared/contract/jobs.ts';
import { isPractice } from '../../connections/practice-id.ts';
import { queryFirstJobs } from './job-query.ts';
import { JOB_COLUMNS, titleOf, toStoredJob } from './job-rows.ts';
import type { StoredJob } from './stored-job.ts';

/** Jobs of a group that come with it, for thumbnails. */
const MOST_FIRST = 4;

/** See the file comment. */
export interface JobGroups {
  /** Newest first; a group of one job is that job. */
  entries(query: EntryQuery): readonly JobListEntry[];
  /** Those that are there, in the order of the ids. */
  groups(ids: readonly string[]): readonly JobGroup[];
}

export function createJobGroups(
  database: DatabaseSync,
  present: (job: StoredJob) => Job,
): JobGroups {
  const sums = database.prepare(
    `SELECT group_id, max(batch_id) AS batch_id, count(*) AS jobs, min(created_at) AS created_at,
       max(ended_at) AS ended_at, sum(is_repeated = 0) AS total,
       sum(is_repeated = 0 AND state = 'waiting') AS waiting,
       sum(is_repeated = 0 AND ended_at IS NULL AND state <> 'waiting') AS running,
       sum(is_repeated = 0 AND state = 'done') AS done,
       sum(is_repeated = 0 AND state IN ('failed', 'unknown', 'expired')) AS failed,
       sum(is_repeated = 0 AND state = 'cancelled') AS cancelled,
       sum(CASE WHEN submitted_at IS NOT NULL THEN price ELSE 0 END) AS cost,
       sum(submitted_at IS NOT NULL AND price IS NULL) AS cost_unknown,
       sum(CASE WHEN state = 'waiting' THEN price ELSE 0 END) AS waiting_cost,
       sum(state = 'waiting' AND price IS NULL) AS waiting_cost_unknown
     FROM jobs WHERE group_id IN (SELECT value FROM json_each(?)) AND removed_at IS NULL
     GROUP BY group_id`,
  );
  const firstOf = database.prepare(
    `SELECT ${JOB_COLUMNS} FROM jobs WHERE group_id = ? AND removed_at IS NULL
     ORDER BY created_at, rowid LIMIT ${MOST_FIRST}`,
  );
  const batchOf = database.prepare(
    `SELECT count(*) AS photos, sum(planned) AS planned,
       (SELECT name FROM recipe_runs WHERE id = ?1) AS recipe FROM (
       SELECT CASE WHEN state = 'waiting' THEN calls ELSE 0 END AS planned
       FROM batch_photos WHERE batch_id = ?1
       UNION ALL SELECT CASE WHEN state = 'waiting' THEN planned_calls ELSE 0 END
       FROM recipe_files WHERE run_id = ?1 AND state <> 'left-out')`,
  );

  function groupOf(row: Record<string, unknown>): JobGroup | undefined {
    const number = (name: string): number => Number(row[name] ?? 0);
    const id = String(row['group_id']);
    const isBatch = row['batch_id'] !== null;
    const first = firstOf.all(id).map(toStoredJob);
    const [leader] = first;
    if (leader === undefined) return undefined;
    const batch = isBatch ? batchOf.get(id) : undefined;
    const photos = Number(batch?.['photos'] ?? 0);
    const planned = Number(batch?.['planned'] ?? 0);
    const total = number('total') + planned;
    const waiting = number('waiting') + planned;
    const running = number('running');
    const isFree = isPractice(leader.connectionId);
    const isWaitingCostKnown = number('waiting_cost_unknown') === 0;
    const isCostKnown = number('cost_unknown') === 0;
    return {
      id,
      kind: kindOf(leader, isBatch, batch?.['recipe']),
      jobKind: leader.kind,
      // of one whose rows are gone, the jobs are left
      title: photos > 0 ? batchTitle(photos, batch?.['recipe']) : titleOf(leader),
      axis: leader.sweep?.axis,
      connectionId: leader.connectionId,
      connectionName: leader.connectionName,
      isPractice: isFree,
      createdAt: number('created_at'),
      endedAt: waiting + running === 0 ? number('ended_at') : undefined,
      counts: {
        total,
        waiting,
        running,
        done: number('done'),
        failed: number('failed'),
        cancelled: number('cancelled'),
      },
      fraction: total === 0 ? 1 : (total - waiting - running) / total,
      cost: isCostKnown && !isFree ? number('cost') : undefined,
      waitingCost:
        isWaitingCostKnown && !isFree
          ? number('waiting_cost') + planned * (leader.price ?? 0)
          : undefined,
      first: first.map(present),
    };
  }

  function groupsById(ids: readonly string[]): ReadonlyMap<string, Record<string, unknown>> {
    const rows = sums.all(JSON.stringify([...new Set(ids)]));
    return new Map(rows.map((row) => [String(row['group_id']), row]));
  }

  return {
    entries(query) {
      const jobs = queryFirstJobs(database, query);
      const rows = groupsById(jobs.flatMap((job) => groupIdOf(job) ?? []));
      return jobs.map((job): JobListEntry => {
        const row = rows.get(groupIdOf(job) ?? '');
        const isAlone = Number(row?.['jobs'] ?? 1) === 1 && job.batchId === undefined;
        const group = row === undefined || isAlone ? undefined : groupOf(row);
        return group === undefined ? { kind: 'job', job: present(job) } : { kind: 'group', group };
      });
    },
    groups(ids) {
      const rows = groupsById(ids);
      return ids.flatMap((id) => {
        const row = rows.get(id);
        return row === undefined ? [] : (groupOf(row) ?? []);
      });
    },
  };
}

/** The group that a job belongs to, if any. */
export function groupIdOf({
  batchId,
  runId,
}: Pick<StoredJob, 'batchId' | 'runId'>): string | undefined {
  return batchId ?? runId;
}

/** @param recipe as `batchTitle` */
function kindOf({ sweep }: StoredJob, isBatch: boolean, recipe: unknown): JobGroup['kind'] {
  if (isBatch) return typeof recipe === 'string' ? 'recipe' : 'batch';
  return sweep === undefined ? 'run' : 'sweep';
}

/** @param recipe the name of the recipe that it is a run of, a text */
function batchTitle(photos: number, recipe: unknown): string {
  const count = photos === 1 ? '1 photo' : `${photos} photos`;
  return typeof recipe === 'string' ? `${recipe} · ${count}` : count;
}
