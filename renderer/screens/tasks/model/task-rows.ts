/** The rows of the list: pages of the log, later news of the window, and groups that are open. Pure. */
import type { Job, JobGroup, JobListEntry } from '../../../../shared/contract/jobs.ts';

/** One row. Its key is stable while it is there. */
export type TaskRow =
  | {
      readonly kind: 'job';
      readonly key: string;
      readonly job: Job;
      /** Within this open group. */
      readonly groupId?: string | undefined;
    }
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly group: JobGroup;
      readonly isOpen: boolean;
    };

/** The run that a job belongs to. */
export function groupIdOf({ batchId, runId }: Pick<Job, 'batchId' | 'runId'>): string | undefined {
  return batchId ?? runId;
}

/** A group that is shown as what it is: one of a single job is that job. */
export function entryOf(group: JobGroup): JobListEntry {
  const [only] = group.first;
  const isAlone = group.kind !== 'recipe' && group.first.length === 1;
  return isAlone && only !== undefined ? { kind: 'job', job: only } : { kind: 'group', group };
}

/** Everything that makes the list. */
export interface ListParts {
  /** As the log answered, newest first. */
  readonly entries: readonly JobListEntry[];
  /** Every job that the window has heard of. */
  readonly live: ReadonlyMap<string, Job>;
  /** Groups that were asked for later than the pages. */
  readonly groups: ReadonlyMap<string, JobGroup>;
  /** The pages reach to the log's end. */
  readonly isComplete: boolean;
  /** Groups are not shown as such: every job is an entry. */
  readonly isApart: boolean;
  isWanted(job: Job): boolean;
  isGroupWanted(group: JobGroup): boolean;
}

/** Newest first, without what the user has removed. */
export function mergedEntries(parts: ListParts): readonly JobListEntry[] {
  const { entries, live, groups, isWanted } = parts;
  const oldest = parts.isComplete ? -Infinity : createdAt(entries.at(-1));
  const merged = new Map<string, JobListEntry>();
  const put = (entry: JobListEntry): void => void merged.set(keyOf(entry), entry);
  for (const entry of entries) {
    const id =
      entry.kind === 'group' ? entry.group.id : parts.isApart ? undefined : groupIdOf(entry.job);
    const group = id === undefined ? undefined : groups.get(id);
    if (group !== undefined) put(entryOf(group));
    else if (entry.kind === 'group') put(entry);
    else put({ kind: 'job', job: newer(entry.job, live) });
  }
  for (const job of live.values()) {
    if (job.createdAt < oldest || !isWanted(job)) continue;
    const id = parts.isApart ? undefined : groupIdOf(job);
    const group = id === undefined ? undefined : groups.get(id);
    if (group !== undefined) put(entryOf(group));
    else if (id === undefined || merged.has(job.id)) put({ kind: 'job', job });
  }
  return [...merged.values()]
    .filter((entry) =>
      entry.kind === 'group' ? parts.isGroupWanted(entry.group) : isWanted(newer(entry.job, live)),
    )
    .sort((a, b) => createdAt(b) - createdAt(a) || (keyOf(a) < keyOf(b) ? 1 : -1));
}

/** Jobs in the order of the log, as they are now. */
export function currentJobs(
  entries: readonly JobListEntry[],
  live: ReadonlyMap<string, Job>,
  isWanted: (job: Job) => boolean,
): readonly JobListEntry[] {
  return entries.flatMap((entry): readonly JobListEntry[] => {
    if (entry.kind === 'group') return [entry];
    const job = newer(entry.job, live);
    return isWanted(job) ? [{ kind: 'job', job }] : [];
  });
}

/** The jobs of an open group, oldest first, as they are now. */
export function groupJobs(
  groupId: string,
  listed: readonly Job[],
  live: ReadonlyMap<string, Job>,
): readonly Job[] {
  const byId = new Map(listed.map((job) => [job.id, newer(job, live)] as const));
  for (const job of live.values()) if (groupIdOf(job) === groupId) byId.set(job.id, job);
  return [...byId.values()]
    .filter(({ isRemoved }) => !isRemoved)
    .sort((a, b) => a.createdAt - b.createdAt || a.revision - b.revision);
}

/** @param jobsOf the jobs of an open group; `undefined` while it is closed */
export function rowsOf(
  entries: readonly JobListEntry[],
  jobsOf: (groupId: string) => readonly Job[] | undefined,
): readonly TaskRow[] {
  return entries.flatMap((entry): readonly TaskRow[] => {
    if (entry.kind === 'job') return [{ kind: 'job', key: entry.job.id, job: entry.job }];
    const { group } = entry;
    const jobs = jobsOf(group.id);
    const row: TaskRow = { kind: 'group', key: group.id, group, isOpen: jobs !== undefined };
    const within = (jobs ?? []).map((job): TaskRow => ({
      kind: 'job',
      key: job.id,
      job,
      groupId: group.id,
    }));
    return [row, ...within];
  });
}

function newer(job: Job, live: ReadonlyMap<string, Job>): Job {
  const now = live.get(job.id);
  return now !== undefined && now.revision >= job.revision ? now : job;
}

function keyOf(entry: JobListEntry): string {
  return entry.kind === 'job' ? entry.job.id : entry.group.id;
}

function createdAt(entry: JobListEntry | undefined): number {
  if (entry === undefined) return -Infinity;
  return entry.kind === 'job' ? entry.job.createdAt : entry.group.createdAt;
}

/** When a row was started, ms since 1970; `undefined` for a task of an open group, which stays below it. */
export function startOf(row: TaskRow): number | undefined {
  if (row.kind === 'group') return row.group.createdAt;
  return row.groupId === undefined ? row.job.createdAt : undefined;
}
