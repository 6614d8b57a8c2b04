import type { JobEngine } from '../job-engine.ts';
import type { AppError } from '../../../../../shared/errors/app-error.ts';
import type { StoredAnswer } from '../log/job-history-store.ts';
import type { StoredJob } from '../log/stored-job.ts';
import type { JobPreviews } from './job-previews.ts';
import { waitBeforePoll, type LastPoll } from './poll-schedule.ts';

export interface Followed {
  readonly jobId: string;
  readonly controller: AbortController;
  nextAt: number;
  last: LastPoll;
  unknownPolls: number;
  refusedPolls: number;
  /** Addresses were refused once, and new ones were requested. */
  hasNewAddresses: boolean;
  /** When it was first reported finished without a file, Unix ms. */
  emptySince: number | undefined;
  incompletePolls: number;
  answer: StoredAnswer | undefined;
  work: Promise<void> | undefined;
}

export type FollowedTasks = ReturnType<typeof createFollowedTasks>;

export function createFollowedTasks(
  deps: JobEngine & { readonly previews: Pick<JobPreviews, 'forget'> },
) {
  const { jobs, publisher, clock } = deps;
  const followed = new Map<string, Followed>();

  function again(entry: Followed, job: StoredJob, last: LastPoll): void {
    const now = clock.now();
    entry.last = last;
    const age = Math.max(0, now - (job.submittedAt ?? job.createdAt));
    entry.nextAt = now + waitBeforePoll(last, age, clock.random(), followed.size);
  }

  function makeAllDue(): void {
    for (const entry of followed.values()) entry.nextAt = clock.now();
  }

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

  return { followed, again, makeAllDue, end, keepLastAnswer, drop };
}

/** The service continues a cancelled task and may charge, so its result is still downloaded. */
export function isStopped({ state, kind }: Pick<StoredJob, 'state' | 'kind'>): boolean {
  return state === 'cancelled' && kind !== 'watch';
}
