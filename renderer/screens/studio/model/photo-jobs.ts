/** The runs of a photo that matter now: under way, or ended in a way that the user has yet to see. */
import { isFinalJobState, type Job, type JobState } from '../../../../shared/contract/jobs.ts';
import { photoIdOf, regionOf } from './job-subject.ts';

/** Jobs that were started together. */
export interface Run {
  /** The first job's id, where they have no run of their own. */
  readonly id: string;
  readonly kind: Job['kind'];
  /** One for each region, in the order of their start: where a call was repeated, the last. */
  readonly jobs: readonly Job[];
}

/** @returns oldest first */
export function jobsOnPhoto(jobs: ReadonlyMap<string, Job>, photoId: string): readonly Job[] {
  return [...jobs.values()].filter((job) => isOnPhoto(job, photoId) && isCurrent(job)).sort(byAge);
}

/**
 * The same with everything that was started together with it, also finished jobs.
 *
 * @returns oldest first
 */
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

/** The mask is the job's own (of a recipe): it neither empties the painted one nor restores it. */
export function hasOwnMask(job: Job | undefined): boolean {
  return job?.brief.kind === 'cleanup' && job.brief.isOwnMask === true;
}

/** Jobs of a run that can be repeated: they ended without a result. */
export function restOf({ jobs }: Run): readonly Job[] {
  return jobs.filter(({ state }) => isFinalJobState(state) && state !== 'done');
}

/** True when no text was found in any part of a finished run. */
export function foundNothing({ jobs }: Run): boolean {
  return jobs.every(({ state, warning }) => state === 'done' && warning !== undefined);
}

/** How a run stands, in words: "2 of 5 parts done, 1 failed". */
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
  // a text removal whose answer is a file of its own is another screen's
  const { brief } = job;
  return brief.kind === 'cleanup' || (brief.kind === 'remove-text' && brief.result === 'patch');
}

/** A part in which nothing was found is news only where that holds for all of them. */
function isRunCurrent(run: Run): boolean {
  const { jobs } = run;
  return jobs.some((job) => isCurrent(job) && (job.state !== 'done' || foundNothing(run)));
}

function isCurrent(job: Job): boolean {
  return !isFinalJobState(job.state) || isNews(job);
}

/** Something the user should know or decide about, and has not dismissed. */
function isNews({ state, warning, isAcknowledged }: Job): boolean {
  if (isAcknowledged) return false;
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
