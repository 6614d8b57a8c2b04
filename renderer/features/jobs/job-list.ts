/** Merges pages of the job log with live updates. */
import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';

export type JobFilter = 'all' | 'running' | 'done' | 'failed';

/** Whether the list contains a job. @param text part of its title or task id, in any case */
export function isListed(job: Job, filter: JobFilter, text: string): boolean {
  return hasState(job, filter) && hasText(job, text.trim().toLowerCase());
}

/**
 * @param pages of the log, newest first
 * @param live all jobs known to the window, more recent than the pages
 * @param isComplete whether the pages reach the end of the log
 * @returns newest first; live jobs only if the pages would contain them, and none older than the
 * pages reach
 */
export function mergeJobs(
  pages: readonly Job[],
  live: ReadonlyMap<string, Job>,
  isWanted: (job: Job) => boolean,
  isComplete: boolean,
): readonly Job[] {
  const byId = new Map(pages.map((job) => [job.id, job] as const));
  const oldest = isComplete ? -Infinity : (pages.at(-1)?.createdAt ?? -Infinity);
  for (const job of live.values()) {
    const known = byId.get(job.id);
    if (known === undefined ? job.createdAt >= oldest : job.revision >= known.revision) {
      byId.set(job.id, job);
    }
  }
  return [...byId.values()].filter(isWanted).sort(newestFirst);
}

function hasState({ state }: Job, filter: JobFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'running':
      return !isFinalJobState(state);
    case 'done':
      return state === 'done';
    case 'failed':
      return state === 'failed' || state === 'unknown' || state === 'expired';
  }
}

function hasText({ title, taskId }: Job, text: string): boolean {
  return text === '' || [title, taskId ?? ''].some((each) => each.toLowerCase().includes(text));
}

function newestFirst(a: Job, b: Job): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}
