/** The ends of jobs as recipes count them. */
import type { AppErrorKind } from '../../../shared/errors/app-error.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';

/** Errors that every further call would meet: the run pauses by itself instead. */
export const CONCERNS_ALL: ReadonlySet<AppErrorKind> = new Set([
  'no-connection',
  'key-missing',
  'key-rejected',
  'unreachable',
  'not-the-service',
  'not-permitted',
  'no-credit',
  'rate-limited', // ends a job only when the service refuses calls for a long time
  'disk-full',
  'keychain',
]);

/** Where several jobs have the same region, the last one repeats the others and counts. */
export function lastOfEachRegion(jobs: readonly StoredJob[]): readonly StoredJob[] {
  return [...new Map(jobs.map((job) => [JSON.stringify(job.subject?.region), job])).values()];
}

/** It ended without a result, and not because the user stopped it. */
export function hasFailed({ state }: Pick<StoredJob, 'state'>): boolean {
  return state === 'failed' || state === 'unknown' || state === 'expired';
}
