import type { JobEngine } from '../job-engine.ts';
import { basename } from 'node:path';
import { reportOfAnswer } from '../../../../../shared/api/task-report.ts';
import {
  isFinalJobState,
  type Job,
  type JobQuery,
  type JobSelection,
  type LastAnswer,
  type OutputReference,
  type EntryQuery,
  type JobGroup,
  type JobListEntry,
} from '../../../../../shared/contract/jobs.ts';
import { type AppError, notFound } from '../../../../../shared/errors/app-error.ts';
import { os } from '../../../service/common/procedures.ts';
import type { StoredAnswer } from './job-history-store.ts';
import type { OutputFacts } from './job-output-store.ts';
import { toStoredJob, type StoredJob } from './stored-job.ts';
import type { DatabaseSync } from 'node:sqlite';
import { IS_PAID, isPractice } from '../../../library/practice-id.ts';
import { queryFirstJobs } from './job-store.ts';
import { JOB_COLUMNS, jobTitle } from './job-rows.ts';
import { readRows } from '../../../library/unreadable.ts';
import { createSql } from '../../../library/row-values.ts';

const MOST_FIRST = 4;

/** Runs, sweeps and recipes as list entries: counts, cost and first jobs, by one query per page. */
function createJobGroups(database: DatabaseSync, present: (job: StoredJob) => Job) {
  const sql = createSql(database);

  function groupOf(row: Record<string, unknown>): JobGroup | undefined {
    const number = (name: string): number => Number(row[name] ?? 0);
    const id = String(row['group_id']);
    const isRecipe = row['batch_id'] !== null;
    const first = readRows(
      database,
      'job',
      sql.all`SELECT ${JOB_COLUMNS} FROM jobs
        WHERE group_id = ${id} AND removed_at IS NULL
        ORDER BY created_at, rowid LIMIT ${MOST_FIRST}`,
      toStoredJob,
    );
    const [leader] = first;
    if (leader === undefined) return undefined;
    const recipe = isRecipe
      ? sql.get`SELECT recipe_runs.name, recipe_runs.connection_id, count(*) AS photos,
        sum(CASE WHEN recipe_files.state = 'waiting' THEN planned_calls ELSE 0 END) AS planned
        FROM recipe_runs JOIN recipe_files ON run_id = id
        WHERE id = ${id} AND recipe_files.state <> 'left-out' GROUP BY id`
      : undefined;
    const planned = Number(recipe?.['planned'] ?? 0);
    const total = number('total') + planned;
    const waiting = number('waiting') + planned;
    const running = number('running');
    const isFree = number('paid') === 0;
    const isRestFree = isPractice(String(recipe?.['connection_id'] ?? leader.connectionId));
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
          ? number('waiting_cost') + (isRestFree ? 0 : planned * (leader.price ?? 0))
          : undefined,
      first: first.map(present),
    };
  }

  function groupsById(ids: readonly string[]): ReadonlyMap<string, Record<string, unknown>> {
    const rows = sql.all`SELECT group_id, max(batch_id) AS batch_id, count(*) AS jobs,
      min(created_at) AS created_at,
      max(ended_at) AS ended_at, sum(is_repeated = 0) AS total,
      sum(is_repeated = 0 AND state = 'waiting') AS waiting,
      sum(is_repeated = 0 AND ended_at IS NULL AND state <> 'waiting') AS running,
      sum(is_repeated = 0 AND state = 'done') AS done,
      sum(is_repeated = 0 AND state IN ('failed', 'unknown', 'expired')) AS failed,
      sum(is_repeated = 0 AND state = 'cancelled') AS cancelled,
      sum(${IS_PAID}) AS paid,
      sum(CASE WHEN submitted_at IS NOT NULL AND ${IS_PAID} THEN price ELSE 0 END) AS cost,
      sum(submitted_at IS NOT NULL AND ${IS_PAID} AND price IS NULL) AS cost_unknown,
      sum(CASE WHEN state = 'waiting' AND ${IS_PAID} THEN price ELSE 0 END) AS waiting_cost,
      sum(state = 'waiting' AND ${IS_PAID} AND price IS NULL) AS waiting_cost_unknown
      FROM jobs WHERE group_id IN (SELECT value FROM json_each(${[...new Set(ids)]}))
        AND removed_at IS NULL
      GROUP BY group_id`;
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

/** How long a removed job can be restored while Gesso is open, ms. */
const UNDO_FOR = 24 * 60 * 60_000;

export type JobHistory = ReturnType<typeof createJobHistory>;

export function createJobHistory(
  deps: JobEngine & {
    /** The last answer of a running task, which is newer than the stored one. */
    readonly freshAnswer: (jobId: string) => StoredAnswer | undefined;
  },
) {
  const { jobs, publisher, clock } = deps;

  /** Oldest first. */
  function selected(selection: JobSelection): readonly StoredJob[] {
    const ids = 'jobIds' in selection ? selection.jobIds : jobs.idsOfGroup(selection.groupId);
    return ids.flatMap((id) => jobs.get(id) ?? []);
  }

  /** @param at `undefined` restores */
  function setRemoved(of: readonly StoredJob[], at: number | undefined): readonly string[] {
    const ids = of.map(({ id }) => id);
    jobs.setRemoved(ids, at);
    for (const id of ids) publisher.republish(id);
    return ids;
  }

  function changedFile(jobId: string, isThere: boolean): void {
    if (!isThere) throw noSuchFile();
    jobs.touch(jobId);
    publisher.republish(jobId);
  }

  const groups = createJobGroups(deps.database, (job) => publisher.present(job));

  const list = (query: JobQuery): readonly Job[] =>
    jobs.list(query).map((job) => publisher.present(job));

  /** @returns removed jobs, all of which have ended */
  function remove(selection: JobSelection): readonly string[] {
    const ended = selected(selection).filter(
      ({ state, removedAt }) => isFinalJobState(state) && removedAt === undefined,
    );
    return setRemoved(ended, clock.now());
  }

  function restore(selection: JobSelection): readonly string[] {
    const removed = selected(selection).filter(({ removedAt }) => removedAt !== undefined);
    return setRemoved(removed, undefined);
  }

  const procedures = {
    list: os.jobs.list.handler(({ input }) => list(input)),
    entries: os.jobs.entries.handler(({ input }) => groups.entries(input)),
    groups: os.jobs.groups.handler(({ input }) => groups.groups(input.groupIds)),
    details: os.jobs.details.handler(({ input: { jobId } }) => {
      const job = jobs.get(jobId);
      if (job === undefined) {
        throw notFound('This run is no longer in the library.');
      }
      const answer = deps.freshAnswer(jobId) ?? jobs.lastAnswer(jobId);
      const { preview } = publisher.present(job);
      return {
        request: job.request,
        timeline: jobs.timeline(jobId),
        lastAnswer: answer === undefined ? undefined : describeAnswer(answer),
        previews: preview === undefined ? [] : [preview],
        saved: jobs.outputs(jobId).flatMap(({ id }) => {
          // SECURITY: S8 only the file name: no path of this computer crosses.
          const path = jobs.savedPath({ jobId, output: id });
          return path === undefined ? [] : [{ output: id, name: basename(path) }];
        }),
      };
    }),
    remove: os.jobs.remove.handler(({ input }) => remove(input)),
    restore: os.jobs.restore.handler(({ input }) => restore(input)),
    rate: os.jobs.rate.handler(({ input: { jobId, stars } }) => {
      jobs.rate(jobId, stars);
      publisher.republish(jobId);
    }),
  };

  return {
    procedures,
    groups: groups.groups,
    selected,
    list,
    remove,
    restore,
    /** @throws AppError `not-found` if there is no such file */
    takePoster: (output: OutputReference, fileId: string): void =>
      changedFile(output.jobId, jobs.setPoster(output, fileId)),
    notePlayable: os.clips.notePlayable.handler(({ input: { isPlayable, ...output } }) =>
      changedFile(output.jobId, jobs.setPlayable(output, isPlayable)),
    ),
    /** A clip was measured again. @throws AppError `not-found` */
    setMeasures: (output: OutputReference, facts: OutputFacts): void =>
      changedFile(output.jobId, jobs.setMeasures(output, facts)),
    /** Permanent. @param isStart undo of the last session has expired */
    async purge(isStart: boolean = false): Promise<void> {
      const before = isStart ? clock.now() + 1 : clock.now() - UNDO_FOR;
      for (const id of jobs.purge(before)) await deps.answers.forget(id);
    },
  };
}

export function noSuchFile(): AppError {
  return notFound('This file is no longer in the library.');
}

function describeAnswer({ at, text }: StoredAnswer): LastAnswer {
  const {
    contentChecks = [],
    times = [],
    status = '',
    taskType,
    info,
  } = reportOfAnswer(text) ?? {};
  return { at, text, taskType, status, info, times, contentChecks };
}
