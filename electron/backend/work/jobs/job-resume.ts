/** Resumes jobs of the last session: follows tasks, finishes from answers, or marks as unknown. */
import { isFinalJobState } from '../../../../shared/contract/jobs.ts';
import { toAppError } from '../../../../shared/errors/app-error.ts';
import { isDiskError } from '../../library/unreadable.ts';
import type { JobPublisher } from './log/job-publisher.ts';
import type { JobClock } from './job-clock.ts';
import type { JobFollower } from './tasks/job-follower.ts';
import type { JobDeps } from './job-deps.ts';
import type { JobSender } from './sending/job-sender.ts';
import type { StoredJob } from './log/stored-job.ts';

/** How long cancelled tasks are polled, ms: services keep results for hours. */
const LATE_MILLISECONDS = 6 * 60 * 60_000;

const CLOSED =
  'Gesso closed before the service answered. Your work is unchanged. Run it again to get a result.';
const RESTORED =
  'The library came from a backup that was made before the service answered. The call may have been made and paid for since. Look at Spend and Activity before you run it again.';

export async function resumeJobs(
  deps: Pick<JobDeps, 'jobs' | 'answers'> & {
    readonly publisher: JobPublisher;
    readonly clock: JobClock;
    readonly sender: Pick<JobSender, 'finish' | 'pump'>;
    readonly follower: Pick<JobFollower, 'follow'>;
    readonly log: (line: string) => void;
    readonly isRestored: boolean;
  },
): Promise<void> {
  const { jobs, publisher, sender, follower } = deps;

  async function takeUp(job: StoredJob): Promise<void> {
    if (job.taskId !== undefined) follower.follow(job, 'at-once');
    else if (job.storedFileId !== undefined || (await deps.answers.has(job.id))) {
      sender.finish(job);
    } else {
      publisher.end(job, 'unknown', {
        kind: 'outcome-unknown',
        message: deps.isRestored ? RESTORED : CLOSED,
        action: 'retry',
      });
    }
  }

  async function sweepAnswers(): Promise<void> {
    for (const jobId of await deps.answers.list()) {
      const job = jobs.get(jobId);
      const isStored = job?.state === 'done' || job?.answerFileId !== undefined;
      if (job === undefined || !isFinalJobState(job.state) || !isStored) continue;
      await deps.answers
        .forget(jobId)
        .catch((error: unknown) => deps.log(`answer ${jobId} stays: ${toAppError(error).message}`));
    }
  }

  await sweepAnswers();
  for (const job of jobs.inStates(['submitting', 'queued', 'processing', 'downloading'])) {
    try {
      await takeUp(job);
    } catch (error) {
      if (isDiskError(error)) throw error;
      deps.log(`job ${job.id} is not taken up: ${toAppError(error).message}`);
      publisher.end(job, 'unknown', { kind: 'outcome-unknown', message: CLOSED, action: 'retry' });
    }
  }
  for (const job of jobs.stoppedSince(deps.clock.now() - LATE_MILLISECONDS)) {
    follower.follow(job, 'soon');
  }
  sender.pump();
}
