import type { AppErrorKind } from '../../../../shared/errors/app-error.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';

/** Errors that would affect every further call, so the run pauses. */
export const CONCERNS_ALL: ReadonlySet<AppErrorKind> = new Set([
  'no-connection',
  'key-missing',
  'key-rejected',
  'unreachable',
  'not-the-service',
  'not-permitted',
  'no-credit',
  'rate-limited', // Ends a job only if the service refuses calls for a long time.
  'disk-full',
  'keychain',
]);

/** The last job of a region repeats the others. */
export function lastOfEachRegion(jobs: readonly StoredJob[]): readonly StoredJob[] {
  return [...new Map(jobs.map((job) => [JSON.stringify(job.subject?.region), job])).values()];
}

/** Ended without a result, and not cancelled by the user. */
export function hasFailed({ state }: Pick<StoredJob, 'state'>): boolean {
  return state === 'failed' || state === 'unknown' || state === 'expired';
}
