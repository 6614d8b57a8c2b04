import { isFinalJobState } from '../../../../../shared/contract/jobs.ts';
import { toAppError, type AppError } from '../../../../../shared/errors/app-error.ts';
import { wasNeverSent } from '../../../service/client/index.ts';
import { pause, type JobClock } from '../job-clock.ts';
import type { JobDeps } from '../job-deps.ts';
import { keepAnswer } from '../kinds/outputs.ts';
import type { JobPublisher } from '../log/job-publisher.ts';
import type { StoredAnswer } from '../log/job-history-store.ts';
import type { StoredJob } from '../log/stored-job.ts';
import { outcomeOf, stopped } from './job-outcome.ts';
import { slotGroupOf, type SlotClock, type SlotGroup } from './slot-clock.ts';

const SENDER = {
  /** Delay before recording the end is retried (full disk), ms. */
  recordAgainMilliseconds: 1000,
} as const;

export function createJobFailures(
  deps: JobDeps & {
    readonly publisher: JobPublisher;
    readonly slots: SlotClock;
    readonly clock: JobClock;
    readonly log: (line: string) => void;
    readonly closing: AbortSignal;
    readonly finish: (jobId: string, signal: AbortSignal) => Promise<void>;
    readonly lastAnswer: (jobId: string) => StoredAnswer | undefined;
  },
) {
  const { jobs, publisher, slots, clock } = deps;
  const refusals = new Map<string, number>();

  async function handle(jobId: string, error: AppError, signal: AbortSignal): Promise<void> {
    const isClosing = deps.closing.aborted;
    // The next start finishes an answer that waits for disk space.
    if (isClosing && error.kind === 'disk-full' && (await deps.answers.has(jobId))) return;
    if (isClosing && error.kind === 'cancelled') {
      // The next start resumes it: automatically if nothing was sent, otherwise the user decides.
      if (jobs.get(jobId) !== undefined && wasNeverSent(error)) {
        publisher.step(jobId, { state: 'waiting' });
      }
      return;
    }
    let isLateTried = false;
    await untilRecorded(jobId, async () => {
      const job = jobs.get(jobId);
      if (job === undefined || isFinalJobState(job.state)) return;
      const isAnswerHere = await deps.answers.has(jobId);
      const isStopped = signal.aborted && !isClosing;
      if (isAnswerHere && isStopped && error.kind === 'cancelled' && !isLateTried) {
        isLateTried = true;
        publisher.end(job, 'cancelled', stopped(true, job.connectionId));
        publisher.takeUpAgain(job, { state: 'downloading' });
        return deps.finish(jobId, signal); // It arrived at the moment of the command.
      }
      const outcome = outcomeOf(error, {
        connectionId: job.connectionId,
        isStopped,
        hadBegunToLeave: job.state !== 'waiting',
        isAnswerHere,
        refusals: refusals.get(jobId) ?? 0,
      });
      if (outcome.kind === 'wait') {
        holdBack(job, outcome.milliseconds, error);
        publisher.step(jobId, { state: 'waiting', error: outcome.error });
        return;
      }
      refusals.delete(jobId);
      const isOfNoUse = error.kind === 'bad-answer' || !isPhotoThere(job);
      const keptId = isAnswerHere && isOfNoUse ? await keepAnswer(deps, job) : undefined;
      deps.log(`job ${jobId} ${outcome.state}: ${outcome.error.kind}`);
      const answer = deps.lastAnswer(jobId);
      if (answer !== undefined) jobs.setLastAnswer(jobId, answer);
      publisher.end(job, outcome.state, outcome.error, keptId);
      if (keptId !== undefined) await forgetAnswer(deps, jobId);
    });
  }

  function isPhotoThere({ subject }: StoredJob): boolean {
    return subject === undefined || deps.photos.exists(subject.photoId);
  }

  /** Delays jobs of the same rate; if the service is unreachable, of every rate. */
  function holdBack(job: StoredJob, milliseconds: number, error: AppError): void {
    const until = clock.now() + milliseconds;
    const own = slotGroupOf(job.kind);
    const isRefused = error.kind === 'unreachable';
    if (isRefused) refusals.set(job.id, (refusals.get(job.id) ?? 0) + 1);
    const groups: readonly SlotGroup[] = isRefused ? ['image', 'video', 'upload'] : [own];
    for (const group of groups) slots.hold(job.connectionId, group, until);
  }

  /** Retries until the end is in the row, even if the disk is full for a while. */
  async function untilRecorded(jobId: string, record: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await record();
        return;
      } catch (error) {
        deps.log(`job ${jobId}: its end cannot be recorded yet: ${toAppError(error).message}`);
      }
      await pause(clock, SENDER.recordAgainMilliseconds, deps.closing);
      // When Gesso closes, the row stays, and the next start resumes the job.
      if (deps.closing.aborted) return;
    }
  }

  return {
    handle,
    /** The service accepted the call: earlier refusals no longer count. */
    wasTaken: (jobId: string): void => void refusals.delete(jobId),
  };
}

/** A remaining file is deleted at the next start. */
export async function forgetAnswer(
  deps: Pick<JobDeps, 'answers'> & { readonly log: (line: string) => void },
  jobId: string,
): Promise<void> {
  await deps.answers
    .forget(jobId)
    .catch((error: unknown) => deps.log(`answer ${jobId} stays: ${toAppError(error).message}`));
}
