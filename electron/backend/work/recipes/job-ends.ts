import type { StoredJob } from '../jobs/log/stored-job.ts';

/** The last job of a region repeats the others. */
export function lastOfEachRegion(jobs: readonly StoredJob[]): readonly StoredJob[] {
  return [...new Map(jobs.map((job) => [JSON.stringify(job.subject?.region), job])).values()];
}

/** Ended without a result, and not cancelled by the user. */
export function hasFailed({ state }: Pick<StoredJob, 'state'>): boolean {
  return state === 'failed' || state === 'unknown' || state === 'expired';
}
