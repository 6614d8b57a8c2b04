/** A batch as the window sees it, and the outcome of a photo's calls. */
import {
  MAX_BATCH_FAILURES,
  type Batch,
  type BatchFailure,
} from '../../../shared/contract/batch.ts';
import { isFinalJobState } from '../../../shared/contract/jobs.ts';
import { isPractice } from '../connections/practice-id.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';
import type { BatchPhoto, StoredBatch } from './batch-store.ts';

/**
 * @param underWay calls that have left and brought no answer yet
 * @param expectedMilliseconds the time that so many calls take
 */
export function presentBatch(
  batch: StoredBatch,
  photos: readonly BatchPhoto[],
  underWay: number,
  expectedMilliseconds: (calls: number) => number,
): Batch {
  const sum = (of: (photo: BatchPhoto) => number): number =>
    photos.reduce((total, photo) => total + of(photo), 0);
  const calls = sum((photo) => photo.calls);
  const callsDone = sum((photo) => photo.callsDone);
  const callsFailed = sum((photo) => photo.callsFailed);
  const isCostKnown = photos.every(({ cost, callsDone: done }) => done === 0 || cost !== undefined);
  const isFree = isPractice(batch.connectionId);
  const left = Math.max(0, calls - callsDone - callsFailed);
  return {
    id: batch.id,
    operation: batch.operation,
    state: batch.state,
    createdAt: batch.createdAt,
    endedAt: batch.endedAt,
    photos: photos.length,
    photosDone: photos.filter(({ state }) => state === 'done').length,
    photosFailed: photos.filter(({ state }) => state === 'failed').length,
    calls,
    callsDone,
    callsFailed,
    callsUnderWay: underWay,
    callsUnknown: sum((photo) => photo.callsUnknown),
    cost: isCostKnown && !isFree ? sum(({ cost }) => cost ?? 0) : undefined,
    isPractice: isFree,
    remainingMilliseconds: batch.state === 'running' ? expectedMilliseconds(left) : undefined,
    pausedBy: batch.pausedBy,
    failures: photos.flatMap(failureOf).slice(0, MAX_BATCH_FAILURES),
  };
}

/** A photo after a change of one of its jobs. @param jobs of its run, and those that it joined, oldest first */
export function photoAfter(photo: BatchPhoto, jobs: readonly StoredJob[]): BatchPhoto {
  const last = lastOfEachRegion(jobs);
  const done = last.filter(({ state }) => state === 'done');
  const failed = last.filter(hasFailed);
  const prices = done.filter(({ runId }) => runId === photo.runId).map(({ price }) => price);
  return {
    ...photo,
    state: stateOf(last),
    calls: last.length,
    callsDone: done.length,
    callsFailed: failed.length,
    callsUnknown: failed.filter(({ state }) => state === 'unknown').length,
    cost: prices.reduce<number | undefined>(
      (sum, price) => (sum === undefined || price === undefined ? undefined : sum + price),
      0,
    ),
    error: failed[0]?.error,
  };
}

/** Where several jobs have the same region, the last one repeats the others and counts. */
export function lastOfEachRegion(jobs: readonly StoredJob[]): readonly StoredJob[] {
  return [...new Map(jobs.map((job) => [JSON.stringify(job.subject?.region), job])).values()];
}

/** It ended without a result, and not because the user stopped it. */
export function hasFailed({ state }: Pick<StoredJob, 'state'>): boolean {
  return state === 'failed' || state === 'unknown' || state === 'expired';
}

function stateOf(jobs: readonly StoredJob[]): BatchPhoto['state'] {
  if (jobs.some(({ state }) => !isFinalJobState(state))) return 'started';
  if (jobs.some(hasFailed)) return 'failed';
  return jobs.some(({ state }) => state === 'cancelled') ? 'stopped' : 'done';
}

function failureOf({ state, photoId, photoName, error }: BatchPhoto): readonly BatchFailure[] {
  return state === 'failed' && error !== undefined ? [{ photoId, photoName, error }] : [];
}
