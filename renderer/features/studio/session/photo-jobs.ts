/** The runs of a photo that matter now: under way, or ended in a way that the user has yet to see. */
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';

/** @returns oldest first */
export function jobsOnPhoto(jobs: ReadonlyMap<string, Job>, photoId: string): readonly Job[] {
  return [...jobs.values()]
    .filter((job) => job.kind === 'cleanup' && job.photoId === photoId)
    .filter((job) => !isFinalJobState(job.state) || isNews(job))
    .sort((a, b) => a.createdAt - b.createdAt);
}

/** Something the user should decide about and has not put away. */
function isNews(job: Job): boolean {
  return (job.state === 'failed' || job.state === 'unknown') && !job.isAcknowledged;
}
