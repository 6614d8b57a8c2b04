import type { Job, JobGroup, JobListEntry } from '../../../../shared/contract/jobs.ts';

/** The key stays the same while the row is there. */
export type TaskRow =
  | {
      readonly kind: 'job';
      readonly key: string;
      readonly job: Job;
      readonly groupId?: string | undefined;
    }
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly group: JobGroup;
      readonly isOpen: boolean;
    };

export function rowGroupId({ batchId, runId }: Pick<Job, 'batchId' | 'runId'>): string | undefined {
  return batchId ?? runId;
}

/** A group of a single job is shown as that job. */
function entryOf(group: JobGroup): JobListEntry {
  const [only] = group.first;
  const isAlone = group.kind !== 'recipe' && group.first.length === 1;
  return isAlone && only !== undefined ? { kind: 'job', job: only } : { kind: 'group', group };
}

export interface ListInput {
  /** Newest first. */
  readonly entries: readonly JobListEntry[];
  readonly live: ReadonlyMap<string, Job>;
  /** Groups that were read later than the pages. */
  readonly groups: ReadonlyMap<string, JobGroup>;
  /** The pages reach the end of the log. */
  readonly isComplete: boolean;
  /** Every job is an entry of its own. */
  readonly isApart: boolean;
  isWanted(job: Job): boolean;
  isGroupWanted(group: JobGroup): boolean;
}

/** Newest first, without what the user has removed. */
export function mergedEntries(input: ListInput): readonly JobListEntry[] {
  const { entries, live, groups, isWanted } = input;
  const oldest = input.isComplete ? -Infinity : createdAt(entries.at(-1));
  const merged = new Map<string, JobListEntry>();
  const put = (entry: JobListEntry): void => void merged.set(keyOf(entry), entry);
  for (const entry of entries) {
    const id =
      entry.kind === 'group' ? entry.group.id : input.isApart ? undefined : rowGroupId(entry.job);
    const group = id === undefined ? undefined : groups.get(id);
    if (group !== undefined) put(entryOf(group));
    else if (entry.kind === 'group') put(entry);
    else put({ kind: 'job', job: newer(entry.job, live) });
  }
  for (const job of live.values()) {
    if (job.createdAt < oldest || !isWanted(job)) continue;
    const id = input.isApart ? undefined : rowGroupId(job);
    const group = id === undefined ? undefined : groups.get(id);
    if (group !== undefined) put(entryOf(group));
    else if (id === undefined || merged.has(job.id)) put({ kind: 'job', job });
  }
  return [...merged.values()]
    .filter((entry) =>
      entry.kind === 'group' ? input.isGroupWanted(entry.group) : isWanted(newer(entry.job, live)),
    )
    .sort((a, b) => createdAt(b) - createdAt(a) || (keyOf(a) < keyOf(b) ? 1 : -1));
}

/** Keeps the order of the log, with the latest state of each job. */
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

/** Oldest first, with the latest state of each job. */
export function groupJobs(
  groupId: string,
  listed: readonly Job[],
  live: ReadonlyMap<string, Job>,
): readonly Job[] {
  const byId = new Map(listed.map((job) => [job.id, newer(job, live)] as const));
  for (const job of live.values()) if (rowGroupId(job) === groupId) byId.set(job.id, job);
  return [...byId.values()]
    .filter(({ isRemoved }) => !isRemoved)
    .sort((a, b) => a.createdAt - b.createdAt || a.revision - b.revision);
}

/** @param jobsOf jobs of an open group; `undefined` if it is closed */
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

/** Ms since 1970; `undefined` for a task of an open group, which stays below it. */
export function startOf(row: TaskRow): number | undefined {
  if (row.kind === 'group') return row.group.createdAt;
  return row.groupId === undefined ? row.job.createdAt : undefined;
}
