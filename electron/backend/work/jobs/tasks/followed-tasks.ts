import type { StoredAnswer } from '../log/job-history-store.ts';
import type { JobClock } from '../job-clock.ts';
import type { JobDeps } from '../job-deps.ts';
import type { JobPublisher } from '../log/job-publisher.ts';
import type { StoredJob } from '../log/stored-job.ts';
import type { JobPreviews } from './job-previews.ts';
import type { TaskResult } from '../../../../../shared/api/tasks.ts';
import { isFinalJobState } from '../../../../../shared/contract/jobs.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { waitBeforePoll, type LastPoll } from './poll-schedule.ts';

/** Consecutive failed polls after which closing Gesso no longer waits for a task. */
const PATIENCE = 3;

export interface Followed {
  readonly jobId: string;
  readonly controller: AbortController;
  nextAt: number;
  last: LastPoll;
  /** Consecutive "no such task" answers. */
  unknownPolls: number;
  refusedPolls: number;
  /** Addresses were refused once, and new ones were requested. */
  hasNewAddresses: boolean;
  /** When it was first reported finished without a file, Unix ms. */
  emptySince: number | undefined;
  /** Polls that brought some but not all files. */
  incompletePolls: number;
  answer: StoredAnswer | undefined;
  work: Promise<void> | undefined;
}

/** @param now Unix ms: the first poll is due at once */
export function newlyFollowed(jobId: string, now: number): Followed {
  return {
    jobId,
    controller: new AbortController(),
    nextAt: now,
    last: { is: 'none' },
    unknownPolls: 0,
    refusedPolls: 0,
    hasNewAddresses: false,
    emptySince: undefined,
    incompletePolls: 0,
    answer: undefined,
    work: undefined,
  };
}

/** Returns whether nothing will change soon: no network, or the user must act. */
export function isHeldUp({ last }: Followed): boolean {
  return last.is === 'key' || (last.is === 'trouble' && last.times >= PATIENCE);
}

export type FollowedTasks = ReturnType<typeof createFollowedTasks>;

export function createFollowedTasks(deps: {
  readonly jobs: JobDeps['jobs'];
  readonly publisher: JobPublisher;
  readonly clock: JobClock;
  readonly log: (line: string) => void;
  readonly previews: Pick<JobPreviews, 'forget'>;
}) {
  const { jobs, publisher, clock } = deps;
  const followed = new Map<string, Followed>();

  /** Schedules the next poll. @param last outcome of the last one */
  function again(entry: Followed, job: StoredJob, last: LastPoll): void {
    const now = clock.now();
    entry.last = last;
    const age = now - (job.submittedAt ?? job.createdAt);
    entry.nextAt = now + waitBeforePoll(last, age, clock.random(), followed.size);
  }

  /** @param keptFileId saved raw answer */
  function end(
    job: StoredJob,
    state: 'failed' | 'expired',
    error: AppError,
    keptFileId?: string,
  ): void {
    // A cancelled task reports nothing more.
    if (!isStopped(job)) {
      deps.log(`job ${job.id} ${state}: ${error.kind}`);
      keepLastAnswer(job.id);
      publisher.end(job, state, error.toData(), keptFileId);
    }
    drop(job.id);
  }

  function keepLastAnswer(jobId: string): void {
    const answer = followed.get(jobId)?.answer;
    if (answer !== undefined) jobs.setLastAnswer(jobId, answer);
  }

  function drop(jobId: string): void {
    followed.delete(jobId);
    deps.previews.forget(jobId);
  }

  return { followed, again, end, keepLastAnswer, drop };
}

/** Most files of one task; an honest one has a handful. */
export const MOST_FILES = 100;

/** The service continues a cancelled task and may charge, so its result is still downloaded. */
export function isStopped({ state, kind }: Pick<StoredJob, 'state' | 'kind'>): boolean {
  return state === 'cancelled' && kind !== 'watch';
}

export function isOver(job: StoredJob): boolean {
  return isFinalJobState(job.state) && !isStopped(job);
}

/** Services may also refuse a mistyped id instead of answering "not found". */
export function saysUnknown(error: AppError, job: StoredJob): boolean {
  if (error.kind === 'not-found') return true;
  return error.kind === 'rejected' && job.kind === 'watch' && job.state !== 'downloading';
}

/** For a watched task that the service itself doesn't know, the message names what to check. */
export function unknownTask(
  { kind, connectionName, taskId }: StoredJob,
  error: AppError,
): AppError {
  if (kind !== 'watch' || error.details?.['status'] === undefined) return error;
  return new AppError({
    kind: 'not-found',
    message: `“${connectionName}” has no task with this ID. Check the ID, the connection and the kind of task. Services delete tasks some time after they end.`,
    action: 'retry',
    details: { ...error.details, ...(taskId === undefined ? {} : { taskId }) },
  });
}

export function refusedTask(error: AppError): AppError {
  return new AppError({
    kind: 'rejected',
    message: `${error.message} It was asked about this task several times. “Look again” asks once more.`,
    action: 'retry',
    ...(error.details === undefined ? {} : { details: error.details }),
  });
}

export function failureOf(result: TaskResult): AppError {
  const reason = result.reason?.trim() ?? '';
  const words = reason === '' ? '' : ` Its reason: ${reason.slice(0, 300)}`;
  return new AppError({
    kind: 'service-failed',
    message: `The service could not finish this task.${words}${/[.!?]$/u.test(words) || words === '' ? '' : '.'}`,
    action: 'retry',
    details: { status: result.rawStatus, ...(reason === '' ? {} : { reason }) },
  });
}

export function tooManyFiles(count: number): AppError {
  return new AppError({
    kind: 'bad-answer',
    message: `The service returned ${count} files for one task. Gesso takes up to ${MOST_FILES}.`,
    details: { files: count, limit: MOST_FILES },
  });
}

export function noFiles(): AppError {
  return new AppError({
    kind: 'bad-answer',
    message: 'The service finished the task but returned no file. “Look again” checks once more.',
  });
}
