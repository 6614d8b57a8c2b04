/**
 * The one way of every change of a job: into its row, durably, and then to all followers. Facts
 * of the moment (progress, the error that holds a job up) are kept here and never saved.
 */
import { isDeepStrictEqual } from 'node:util';
import type { JobKindName } from '../../../../shared/contract/job-requests.ts';
import { isFinalJobState, type FinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import { fileUrl } from '../../../../shared/media.ts';
import { keepTrying } from '../../common/unawaited.ts';
import { transaction } from '../../library/database.ts';
import { expectedDuration, sentPixels } from '../measures/expected-time.ts';
import type { JobClock } from '../job-clock.ts';
import { createJobFeed } from './job-feed.ts';
import type { JobParts } from '../job-parts.ts';
import { toJob, type JobMoment } from './job-rows.ts';
import type { JobChange, NewJob, StoredJob } from './stored-job.ts';
import type { JobKind } from '../kinds/job-kind.ts';
import { readRows } from '../../library/unreadable.ts';

/** Numbers of this module. */
const BOARD = {
  /** At most this often is a fraction of one job published, ms. */
  fractionInterval: 100,
} as const;

export interface JobBoard {
  /**
   * Records jobs and their claims in one step. An identical request that is under way is joined: it
   * takes over the claims of the new one.
   *
   * @param also done in the same transaction
   */
  start(
    planned: readonly NewJob[],
    also?: (started: readonly StartedJob[]) => void,
  ): readonly StartedJob[];
  /** Records a step. Facts of the moment are dropped. */
  step(jobId: string, change: JobChange): StoredJob;
  /** Records the end of a job without a result, and releases its claims, in one step. */
  end(
    job: StoredJob,
    state: Exclude<FinalJobState, 'done'>,
    error: AppErrorData,
    answerFileId?: string,
  ): void;
  /** Takes up a job again that ended without a result, with its claims. */
  takeUpAgain(job: StoredJob, change: JobChange): StoredJob;
  /** Tells of a row that another part has changed. */
  publish(job: StoredJob): void;
  /** The same for a fact of the row beside its state, such as a rating; facts of the moment stay. */
  retell(jobId: string): void;
  /** Facts of the moment; the fraction never goes back. Published at most every 100 ms, all else at once. */
  note(jobId: string, moment: Partial<JobMoment>): void;
  present(job: StoredJob): Job;
  changes(
    afterRevision: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly Job[], void, void>;
  /** 0 to 1 of the service's work on it, where it is known. */
  fraction(jobId: string): number | undefined;
  /** When it should be done, Unix ms, by the latest answer. */
  expectedAt(jobId: string): number | undefined;
  /** Calls back after each change of progress or of the expected end. */
  onNoted(listener: () => void): void;
  /** Calls back after each change of a row. */
  onChanged(listener: (job: StoredJob) => void): void;
}

/** The outcome of starting a planned job. */
export interface StartedJob {
  readonly job: StoredJob;
  readonly joined: boolean;
}

export function createJobBoard(
  parts: JobParts & { readonly log: (line: string) => void },
  kinds: Readonly<Record<JobKindName, JobKind>>,
  clock: JobClock,
): JobBoard {
  const { database, jobs } = parts;
  const feed = createJobFeed();
  const moments = new Map<string, JobMoment>();
  const publishedAt = new Map<string, number>();
  const listeners = new Set<(job: StoredJob) => void>();
  const noted = new Set<() => void>();

  function typical(job: StoredJob): number | undefined {
    const timings = jobs.timings(job.kind, job.profile, job.connectionId);
    return expectedDuration(timings, sentPixels(job.request, job.subject));
  }

  function present(job: StoredJob): Job {
    const stored = jobs.outputs(job.id);
    const outputs = readRows(database, 'file of a job', stored, (output) => {
      const { id, fileId, posterFileId, ...facts } = output;
      const { mediaType, byteLength } = parts.files.get(fileId);
      const poster = posterFileId === undefined ? undefined : fileUrl(posterFileId);
      return { id, url: fileUrl(fileId), mediaType, byteLength, poster, ...facts };
    });
    if (isFinalJobState(job.state)) return toJob(job, outputs, {});
    return toJob(job, outputs, { ...moments.get(job.id), typicalMilliseconds: typical(job) });
  }

  function publish(job: StoredJob): void {
    forgetMoment(job.id);
    feed.publish(present(job));
    // the change is on the disk: what somebody else makes of it is not the caller's to fail by
    for (const listener of listeners) {
      let latest: StoredJob | undefined = job;
      keepTrying(`job ${job.id}: its news`, parts.log, () => {
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

  function note(jobId: string, moment: Partial<JobMoment>): void {
    const before = moments.get(jobId) ?? {};
    const fraction = highest(before.fraction, moment.fraction);
    const after = { ...before, ...moment, fraction };
    if (isDeepStrictEqual(before, after)) return;
    moments.set(jobId, after);
    const isOnlyFraction = Object.keys(moment).every((name) => name === 'fraction');
    const now = clock.now();
    if (isOnlyFraction && now - (publishedAt.get(jobId) ?? -Infinity) < BOARD.fractionInterval) {
      return;
    }
    publishedAt.set(jobId, now);
    const job = jobs.get(jobId);
    if (job !== undefined) feed.publishProgress(present(job));
    for (const listener of noted) listener();
  }

  return {
    present,
    publish,
    retell(jobId) {
      const job = jobs.get(jobId);
      if (job !== undefined) feed.publish(present(job));
    },
    note,
    start(planned, also) {
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
    step(jobId, change) {
      const job = jobs.update(jobId, change);
      publish(job);
      return job;
    },
    end(job, state, error, answerFileId) {
      const change = { state, endedAt: clock.now(), error, answerFileId };
      const ended = transaction(database, () => {
        kinds[job.kind].maskClaim?.release(job);
        return jobs.update(job.id, change);
      });
      publish(ended);
    },
    takeUpAgain(job, change) {
      const taken = transaction(database, () => {
        kinds[job.kind].maskClaim?.reclaim(job);
        return jobs.update(job.id, change);
      });
      publish(taken);
      return taken;
    },
    fraction: (jobId) => moments.get(jobId)?.fraction,
    expectedAt: (jobId) => moments.get(jobId)?.expectedAt,
    onNoted(listener) {
      noted.add(listener);
    },
    onChanged(listener) {
      listeners.add(listener);
    },
    changes: (afterRevision, signal) =>
      feed.read(afterRevision, (revision) => jobs.changedAfter(revision).map(present), signal),
  };
}

/** The photo that the result will lie on: the same bytes may be another photo, which needs one of its own. */
function photoOfResult({ request, subject }: NewJob): string | undefined {
  const isLaid =
    request.kind === 'cleanup' || (request.kind === 'remove-text' && request.result === 'patch');
  return isLaid ? subject?.photoId : undefined;
}

function highest(before: number | undefined, now: number | undefined): number | undefined {
  if (before === undefined || now === undefined) return now ?? before;
  return Math.max(before, now);
}
