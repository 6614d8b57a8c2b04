/** Runs, sweeps and recipes as list entries: counts, cost and first jobs, by one query per page. */
import type { DatabaseSync } from 'node:sqlite';
import type {
  EntryQuery,
  Job,
  JobGroup,
  JobListEntry,
} from '../../../../../shared/contract/jobs.ts';
import { isPractice } from '../../../library/practice-id.ts';
import { queryFirstJobs } from './job-query.ts';
import { JOB_COLUMNS, jobTitle } from './job-rows.ts';
import { toStoredJob, type StoredJob } from './stored-job.ts';
import { readRows } from '../../../library/unreadable.ts';

const MOST_FIRST = 4;

export function createJobGroups(database: DatabaseSync, present: (job: StoredJob) => Job) {
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
  const recipeOf = database.prepare(
    `SELECT recipe_runs.name, count(*) AS photos,
       sum(CASE WHEN recipe_files.state = 'waiting' THEN planned_calls ELSE 0 END) AS planned
     FROM recipe_runs JOIN recipe_files ON run_id = id
     WHERE id = ? AND recipe_files.state <> 'left-out' GROUP BY id`,
  );

  function groupOf(row: Record<string, unknown>): JobGroup | undefined {
    const number = (name: string): number => Number(row[name] ?? 0);
    const id = String(row['group_id']);
    const isRecipe = row['batch_id'] !== null;
    const first = readRows(database, 'job', firstOf.all(id), toStoredJob);
    const [leader] = first;
    if (leader === undefined) return undefined;
    const recipe = isRecipe ? recipeOf.get(id) : undefined;
    const planned = Number(recipe?.['planned'] ?? 0);
    const total = number('total') + planned;
    const waiting = number('waiting') + planned;
    const running = number('running');
    const isFree = isPractice(leader.connectionId);
    const isWaitingCostKnown = number('waiting_cost_unknown') === 0;
    const isCostKnown = number('cost_unknown') === 0;
    return {
      id,
      kind: kindOf(leader, isRecipe),
      jobKind: leader.kind,
      // If the recipe's rows are gone, its jobs remain.
      title: recipe === undefined ? jobTitle(leader) : recipeTitle(recipe),
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
    /** Newest first; a group of one job is that job. */
    entries(query: EntryQuery): readonly JobListEntry[] {
      const jobs = queryFirstJobs(database, query);
      const rows = groupsById(jobs.flatMap((job) => groupIdOf(job) ?? []));
      return jobs.map((job): JobListEntry => {
        const row = rows.get(groupIdOf(job) ?? '');
        const isAlone = Number(row?.['jobs'] ?? 1) === 1 && job.batchId === undefined;
        const group = row === undefined || isAlone ? undefined : groupOf(row);
        return group === undefined ? { kind: 'job', job: present(job) } : { kind: 'group', group };
      });
    },
    /** In the order of the ids, without missing ones. */
    groups(ids: readonly string[]): readonly JobGroup[] {
      const rows = groupsById(ids);
      return ids.flatMap((id) => {
        const row = rows.get(id);
        return row === undefined ? [] : (groupOf(row) ?? []);
      });
    },
  };
}

function groupIdOf({ batchId, runId }: Pick<StoredJob, 'batchId' | 'runId'>): string | undefined {
  return batchId ?? runId;
}

function kindOf({ sweep }: StoredJob, isRecipe: boolean): JobGroup['kind'] {
  if (isRecipe) return 'recipe';
  return sweep === undefined ? 'run' : 'sweep';
}

function recipeTitle({ name, photos }: Record<string, unknown>): string {
  return `${String(name)}, ${photos === 1 ? '1 photo' : `${Number(photos)} photos`}`;
}
