/** The runs of a photo that are active or need the user's attention. */
import { isFinalJobState, type Job, type JobState } from '../../../../shared/contract/jobs.ts';
import { photoIdOf, regionOf } from './job-subject.ts';

export interface Run {
  /** The first job's id if they have no run. */
  readonly id: string;
  readonly kind: Job['kind'];
  /** One per region in order of start; for a repeated call, the last. */
  readonly jobs: readonly Job[];
}

/** @returns oldest first */
export function jobsOnPhoto(jobs: ReadonlyMap<string, Job>, photoId: string): readonly Job[] {
  return [...jobs.values()].filter((job) => isOnPhoto(job, photoId) && isCurrent(job)).sort(byAge);
}

/** Includes finished jobs that were started together. @returns oldest first */
export function runsOnPhoto(jobs: ReadonlyMap<string, Job>, photoId: string): readonly Run[] {
  const runs = new Map<string, Job[]>();
  for (const job of [...jobs.values()].filter((each) => isOnPhoto(each, photoId)).sort(byAge)) {
    const id = job.runId ?? job.id;
    runs.set(id, [...(runs.get(id) ?? []), job]);
  }
  return [...runs]
    .map(([id, all]): Run => ({ id, kind: all[0]?.kind ?? 'cleanup', jobs: lastOfRegions(all) }))
    .filter(isRunCurrent);
}

/** True for recipe jobs: they neither clear nor restore the painted mask. */
export function hasOwnMask(job: Job | undefined): boolean {
  return job?.brief.kind === 'cleanup' && job.brief.isOwnMask === true;
}

/** Returns the jobs that ended without a result and can be repeated. */
export function restOf({ jobs }: Run): readonly Job[] {
  return jobs.filter(({ state }) => isFinalJobState(state) && state !== 'done');
}

/** True if a finished run found no text in any part. */
export function foundNothing({ jobs }: Run): boolean {
  return jobs.every(({ state, warning }) => state === 'done' && warning !== undefined);
}

/** Returns e.g. "2 of 5 parts done, 1 failed". */
export function describeRun({ jobs }: Run): string {
  const count = (...states: readonly JobState[]) =>
    jobs.filter(({ state }) => states.includes(state)).length;
  const notDone = [
    { number: count('failed', 'unknown', 'expired'), what: 'failed' },
    { number: count('cancelled'), what: 'stopped' },
  ].filter(({ number }) => number > 0);
  return [
    `${count('done')} of ${jobs.length} parts done`,
    ...notDone.map(({ number, what }) => `${number} ${what}`),
  ].join(', ');
}

function isOnPhoto(job: Job, photoId: string): boolean {
  if (photoIdOf(job) !== photoId) return false;
  // a text removal that returns a separate file belongs to another screen
  const { brief } = job;
  return brief.kind === 'cleanup' || (brief.kind === 'remove-text' && brief.result === 'patch');
}

/** An empty part only matters if all parts are empty. */
function isRunCurrent(run: Run): boolean {
  const { jobs } = run;
  return jobs.some((job) => isCurrent(job) && (job.state !== 'done' || foundNothing(run)));
}

function isCurrent(job: Job): boolean {
  return !isFinalJobState(job.state) || isNews(job);
}

/** True if the user should know or decide and has not dismissed it. */
function isNews({ state, warning, error, isAcknowledged }: Job): boolean {
  if (isAcknowledged) return false;
  if (error?.kind === 'no-connection') return true; // stopped, and not by the user
  return state === 'failed' || state === 'unknown' || (state === 'done' && warning !== undefined);
}

function lastOfRegions(jobs: readonly Job[]): readonly Job[] {
  const last = new Map<string, Job>();
  for (const job of jobs) last.set(JSON.stringify(regionOf(job)), job);
  return [...last.values()];
}

function byAge(a: Job, b: Job): number {
  return a.createdAt - b.createdAt;
}
