import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { photoIdOf } from './job-subject.ts';

interface PhotoWork {
  readonly running: number;
  readonly failure: string | undefined;
}

/**
 * @param paused ids of paused recipe runs, whose waiting jobs do not count as running
 * @returns only photos with jobs or failures
 */
export function workOnPhotos(
  jobs: ReadonlyMap<string, Job>,
  paused: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, PhotoWork> {
  const works = new Map<string, PhotoWork>();
  const failedAt = new Map<string, number>();
  for (const job of jobs.values()) {
    if (job.kind !== 'cleanup' && job.kind !== 'remove-text') continue;
    const photoId = photoIdOf(job);
    if (photoId === undefined) continue;
    const work = works.get(photoId) ?? { running: 0, failure: undefined };
    if (job.state === 'waiting' && paused.has(job.batchId ?? '')) continue;
    if (!isFinalJobState(job.state)) {
      works.set(photoId, { ...work, running: work.running + 1 });
    } else if (isNews(job) && job.createdAt >= (failedAt.get(photoId) ?? 0)) {
      failedAt.set(photoId, job.createdAt);
      works.set(photoId, { ...work, failure: job.error?.message ?? 'The run failed.' });
    }
  }
  return works;
}

function isNews(job: Job): boolean {
  const isFailed = job.state === 'failed' || job.state === 'unknown' || job.state === 'expired';
  return isFailed && !job.isAcknowledged;
}
