import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';
import { sumOfKnown } from '../../../shared/numbers.ts';

/** A single result, or several that were started together. */
export type RunEntry =
  | { readonly kind: 'run'; readonly id: string; readonly job: Job }
  | { readonly kind: 'group'; readonly id: string; readonly jobs: readonly Job[] };

/** How a screen groups its results. */
interface Grouping {
  /** Whether a result is grouped with its run; always unless given. */
  readonly isGrouped?: (job: Job) => boolean;
  /** The order within a group; that of the list unless given. */
  readonly order?: (a: Job, b: Job) => number;
}

/** @param jobs newest first; a single job of a run is no group */
export function runEntries(jobs: readonly Job[], grouping: Grouping = {}): readonly RunEntry[] {
  const { isGrouped = () => true, order = () => 0 } = grouping;
  const groupOf = (job: Job): string | undefined => (isGrouped(job) ? job.runId : undefined);
  const groups = Map.groupBy(jobs, groupOf);
  const entries: RunEntry[] = [];
  for (const job of jobs) {
    const id = groupOf(job);
    const members = id === undefined ? [] : (groups.get(id) ?? []);
    if (id === undefined || members.length < 2) entries.push({ kind: 'run', id: job.id, job });
    else if (members[0] === job) entries.push({ kind: 'group', id, jobs: members.toSorted(order) });
  }
  return entries;
}

/** In the order of the entries. */
export function runsInOrder(entries: readonly RunEntry[]): readonly Job[] {
  return entries.flatMap((entry) => (entry.kind === 'run' ? [entry.job] : entry.jobs));
}

export function groupState(jobs: readonly Job[]) {
  const count = (is: (job: Job) => boolean): number => jobs.filter(is).length;
  return {
    total: jobs.length,
    done: count(({ state }) => state === 'done'),
    waiting: count(({ state }) => state === 'waiting'),
    running: count(({ state }) => !isFinalJobState(state) && state !== 'waiting'),
    failed: count(({ state }) => state === 'failed' || state === 'unknown' || state === 'expired'),
  };
}

/** Such as "2 of 4 done, 1 running, 1 waiting". */
export function describeGroup(jobs: readonly Job[]): string {
  const { total, done, waiting, running, failed } = groupState(jobs);
  const parts = [`${done} of ${total} done`];
  if (running > 0) parts.push(`${running} running`);
  if (waiting > 0) parts.push(`${waiting} waiting`);
  if (failed > 0) parts.push(`${failed} failed`);
  return parts.join(', ');
}

/** The cost of these runs, 1/10000 USD; `undefined` if unknown, or if all are practice. */
export function jobsCost(jobs: readonly Job[]): number | undefined {
  const paid = jobs.filter(({ isPractice }) => !isPractice);
  return paid.length === 0 ? undefined : sumOfKnown(paid.map(({ price }) => price));
}
