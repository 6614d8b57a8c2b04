/** A list of jobs from the log's pages and later news. Pure. */
import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';

/** Which jobs a list shows. */
export type JobFilter = 'all' | 'running' | 'done' | 'failed';

/** Whether a job belongs into the list. @param text part of its title or task id, in any case */
export function isListed(job: Job, filter: JobFilter, text: string): boolean {
  return hasState(job, filter) && hasText(job, text.trim().toLowerCase());
}

/**
 * @param pages as the log answered, newest first
 * @param live every job that the window has heard of; newer than the pages where both know a job
 * @param isComplete the pages reach to the log's end
 * @returns newest first; of the live jobs those that the pages would show, none that is older than the
 *   pages reach
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
