/** Single write path for jobs: commits the row, then notifies. Progress is in memory only. */
import { isDeepStrictEqual } from 'node:util';
import type { JobKindName } from '../../../../../shared/contract/job-requests.ts';
import {
  isFinalJobState,
  type FinalJobState,
  type Job,
} from '../../../../../shared/contract/jobs.ts';
import type { AppErrorData } from '../../../../../shared/errors/app-error.ts';
import { fileUrl } from '../../../../../shared/media.ts';
import { retryInBackground } from '../../../service/common/background.ts';
import { transaction } from '../../../library/database.ts';
import { expectedDuration, sentPixels } from '../measures/expected-time.ts';
import type { JobClock } from '../job-clock.ts';
import { createJobFeed } from './job-feed.ts';
import type { JobDeps } from '../job-deps.ts';
import { toJob, type JobMoment } from './job-rows.ts';
import type { JobChange, NewJob, StoredJob } from './stored-job.ts';
import type { JobKind } from '../kinds/job-kind.ts';
import { readRows } from '../../../library/unreadable.ts';

const PUBLISHER = {
  /** Least interval between published fractions of one job, ms. */
  fractionInterval: 100,
} as const;

export type JobPublisher = ReturnType<typeof createJobPublisher>;

export interface StartedJob {
  readonly job: StoredJob;
  readonly joined: boolean;
}

export function createJobPublisher(
  deps: JobDeps & { readonly log: (line: string) => void },
  kinds: Readonly<Record<JobKindName, JobKind>>,
  clock: JobClock,
) {
  const { database, jobs } = deps;
  const feed = createJobFeed();
  const moments = new Map<string, JobMoment>();
  const publishedAt = new Map<string, number>();
  const listeners = new Set<(job: StoredJob) => void>();
  const progressListeners = new Set<() => void>();

  function typical(job: StoredJob): number | undefined {
    const timings = jobs.timings(job.kind, job.profile, job.connectionId);
    return expectedDuration(timings, sentPixels(job.request, job.subject));
  }

  function present(job: StoredJob): Job {
    const stored = jobs.outputs(job.id);
    const outputs = readRows(database, 'file of a job', stored, (output) => {
      const { id, fileId, posterFileId, ...facts } = output;
      const { mediaType, byteLength } = deps.files.get(fileId);
      const poster = posterFileId === undefined ? undefined : fileUrl(posterFileId);
      return { id, url: fileUrl(fileId), mediaType, byteLength, poster, ...facts };
    });
    if (isFinalJobState(job.state)) return toJob(job, outputs, {});
    return toJob(job, outputs, { ...moments.get(job.id), typicalMilliseconds: typical(job) });
  }

  /** Notifies about a row that another module changed. */
  function publish(job: StoredJob): void {
    forgetMoment(job.id);
    feed.publish(present(job));
    // The change is committed; a failing listener must not fail the caller.
    for (const listener of listeners) {
      let latest: StoredJob | undefined = job;
      retryInBackground(`job ${job.id}: its news`, deps.log, () => {
        const news = latest ?? jobs.get(job.id) ?? job;
        latest = undefined;
        listener(news);
      });
    }
  }

  function forgetMoment(jobId: string): void {
    moments.delete(jobId);
    publishedAt.delete(jobId);
  }

  /** The fraction never decreases, and is published at most every 100 ms. */
  function setProgress(jobId: string, moment: Partial<JobMoment>): void {
    const before = moments.get(jobId) ?? {};
    const fraction = highest(before.fraction, moment.fraction);
    const after = { ...before, ...moment, fraction };
    if (isDeepStrictEqual(before, after)) return;
    moments.set(jobId, after);
    const isOnlyFraction = Object.keys(moment).every((name) => name === 'fraction');
    const now = clock.now();
    if (
      isOnlyFraction &&
      Math.abs(now - (publishedAt.get(jobId) ?? -Infinity)) < PUBLISHER.fractionInterval
    ) {
      return;
    }
    publishedAt.set(jobId, now);
    const job = jobs.get(jobId);
    if (job !== undefined) feed.publishProgress(present(job));
    for (const listener of progressListeners) listener();
  }

  return {
    present,
    publish,
    republish(jobId: string): void {
      const job = jobs.get(jobId);
      if (job !== undefined) feed.publish(present(job));
    },
    setProgress,
    /** Joins a running identical job. @param also runs in the transaction */
    start(
      planned: readonly NewJob[],
      also?: (started: readonly StartedJob[]) => void,
    ): readonly StartedJob[] {
      const started = transaction(database, () => {
        const recorded = planned.map((each): StartedJob => {
          const { maskClaim } = kinds[each.request.kind];
          maskClaim?.claim(each);
          const same = jobs.underWay(each.requestHash, photoOfResult(each));
          if (same === undefined) return { job: jobs.add(each, clock.now()), joined: false };
          const request = maskClaim?.join?.(same, each);
          const job = request === undefined ? same : jobs.setRequest(same.id, request);
          return { job, joined: true };
        });
        also?.(recorded);
        return recorded;
      });
      for (const { job, joined } of started) if (!joined) publish(job);
      return started;
    },
    /** Clears in-memory progress. */
    step(jobId: string, change: JobChange): StoredJob {
      const job = jobs.update(jobId, change);
      publish(job);
      return job;
    },
    /** Releases claims in the same transaction. */
    end(
      job: StoredJob,
      state: Exclude<FinalJobState, 'done'>,
      error: AppErrorData,
      answerFileId?: string,
    ): void {
      const change = { state, endedAt: clock.now(), error, answerFileId };
      const ended = transaction(database, () => {
        kinds[job.kind].maskClaim?.release(job);
        return jobs.update(job.id, change);
      });
      publish(ended);
    },
    takeUpAgain(job: StoredJob, change: JobChange): StoredJob {
      const taken = transaction(database, () => {
        kinds[job.kind].maskClaim?.reclaim(job);
        return jobs.update(job.id, change);
      });
      publish(taken);
      return taken;
    },
    /** 0 to 1, if known. */
    fraction: (jobId: string): number | undefined => moments.get(jobId)?.fraction,
    /** Estimated end from the latest answer, Unix ms. */
    expectedAt: (jobId: string): number | undefined => moments.get(jobId)?.expectedAt,
    onProgress(listener: () => void): void {
      progressListeners.add(listener);
    },
    onChanged(listener: (job: StoredJob) => void): void {
      listeners.add(listener);
    },
    changes: (
      afterRevision: number,
      signal: AbortSignal | undefined,
    ): AsyncGenerator<readonly Job[], void, void> =>
      feed.read(afterRevision, (revision) => jobs.changedAfter(revision).map(present), signal),
  };
}

/** Another photo with the same bytes needs its own job. */
function photoOfResult({ request, subject }: NewJob): string | undefined {
  const isLaid =
    request.kind === 'cleanup' || (request.kind === 'remove-text' && request.result === 'patch');
  return isLaid ? subject?.photoId : undefined;
}

function highest(before: number | undefined, now: number | undefined): number | undefined {
  if (before === undefined || now === undefined) return now ?? before;
  return Math.max(before, now);
}
