/** What is under way on each photo, and what came to nothing and was not put away yet. */
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';

/** Of one photo. */
export interface PhotoWork {
  /** Calls that wait or are under way. */
  readonly running: number;
  /** Why the last one came to nothing, as a sentence. */
  readonly failure: string | undefined;
}

/**
 * @param paused ids of batches that are paused: what waits for them is not under way
 * @returns photos with something to tell
 */
export function workOnPhotos(
  jobs: ReadonlyMap<string, Job>,
  paused: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, PhotoWork> {
  const works = new Map<string, PhotoWork>();
  const failedAt = new Map<string, number>();
  for (const job of jobs.values()) {
    if (job.kind !== 'cleanup' && job.kind !== 'remove-text') continue;
    const work = works.get(job.photoId) ?? { running: 0, failure: undefined };
    const isHeld = job.state === 'waiting' && paused.has(job.batchId ?? '');
    if (isHeld) continue;
    if (!isFinalJobState(job.state)) {
      works.set(job.photoId, { ...work, running: work.running + 1 });
    } else if (isNews(job) && job.createdAt >= (failedAt.get(job.photoId) ?? 0)) {
      failedAt.set(job.photoId, job.createdAt);
      works.set(job.photoId, { ...work, failure: job.error?.message ?? 'It came to nothing.' });
    }
  }
  return works;
}

/** Something the user should decide about and has not put away; a later success of the same counts more. */
function isNews(job: Job): boolean {
  const isFailed = job.state === 'failed' || job.state === 'unknown' || job.state === 'expired';
  return isFailed && !job.isAcknowledged;
}
