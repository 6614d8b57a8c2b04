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
  const heard = new Map(live);
  const oldest = isComplete ? -Infinity : (pages.at(-1)?.createdAt ?? -Infinity);
  const merged = pages.map((job) => {
    const news = heard.get(job.id);
    if (news === undefined) return job;
    heard.delete(job.id);
    return news.revision >= job.revision ? news : job;
  });
  for (const job of heard.values()) if (job.createdAt >= oldest) merged.push(job);
  return merged.filter(isWanted).sort(newestFirst);
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
