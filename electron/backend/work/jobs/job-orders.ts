import type { JobEngine } from './job-engine.ts';
import {
  isFinalJobState,
  type CancelledMany,
  type CancelMany,
} from '../../../../shared/contract/jobs.ts';
import { sumOfKnown } from '../../../../shared/numbers.ts';
import { isPractice } from '../../library/practice-id.ts';
import type { JobFollower } from './tasks/job-follower.ts';
import type { JobHistory } from './log/job-history.ts';
import { stopped, stoppedFollowing } from './sending/job-outcome.ts';
import type { JobSender } from './sending/job-sender.ts';
import type { StoredJob } from './log/stored-job.ts';
import { SLOT_GROUP } from './sending/slot-clock.ts';

export function createJobOrders(
  deps: JobEngine & {
    readonly sender: Pick<JobSender, 'stop' | 'pump'>;
    readonly follower: Pick<JobFollower, 'stop' | 'follow'>;
    readonly history: Pick<JobHistory, 'selected'>;
  },
) {
  const { jobs, publisher, sender, follower } = deps;

  /** A call that has reached the service may still be charged. */
  function cancel(jobId: string): void {
    const job = jobs.get(jobId);
    if (job === undefined || isFinalJobState(job.state)) return;
    if (sender.stop(jobId)) return;
    if (job.state === 'waiting') publisher.end(job, 'cancelled', stopped(false, job.connectionId));
    else if (follower.stop(jobId)) {
      publisher.end(job, 'cancelled', stoppedFollowing(job.kind, job.connectionId));
      if (job.kind !== 'watch') follower.follow(job, 'soon'); // Its result may come nevertheless.
    }
    sender.pump();
  }

  return {
    cancel,
    cancelMany(order: CancelMany): CancelledMany {
      const running = deps.history.selected(order).filter(({ state }) => !isFinalJobState(state));
      const waiting = running.filter(({ state }) => state === 'waiting');
      const wanted = order.also === 'sent' ? running : waiting;
      for (const { id } of wanted) cancel(id);
      return { cancelled: wanted.length, saved: savedBy(waiting) };
    },
    /** @param beforeJobId a waiting job of the same rate; missing: at the end */
    reorder(jobId: string, beforeJobId: string | undefined): void {
      const job = jobs.get(jobId);
      const before = beforeJobId === undefined ? undefined : jobs.get(beforeJobId);
      if (job?.state !== 'waiting') return; // It was sent meanwhile.
      if (beforeJobId !== undefined && (before === undefined || !waitForTheSame(job, before)))
        return;
      const line = jobs
        .inStates(['waiting'])
        .filter((other) => waitForTheSame(job, other))
        .sort((a, b) => a.place - b.place);
      const others = line.filter(({ id }) => id !== jobId);
      const index = others.findIndex(({ id }) => id === beforeJobId);
      const place = index < 0 ? others.length : index;
      const ids = others.toSpliced(place, 0, job).map(({ id }) => id);
      jobs.setOrder(ids);
      for (const id of ids) publisher.republish(id);
      sender.pump();
    },
  };
}

/** Same rate and connection, and both or neither of a recipe. */
function waitForTheSame(a: StoredJob, b: StoredJob): boolean {
  return (
    b.state === 'waiting' &&
    a.connectionId === b.connectionId &&
    SLOT_GROUP[a.kind] === SLOT_GROUP[b.kind] &&
    (a.batchId === undefined) === (b.batchId === undefined)
  );
}

/** @returns 1/10000 USD; `undefined` if unknown, and in practice */
function savedBy(waiting: readonly StoredJob[]): number | undefined {
  if (waiting.some(({ connectionId }) => isPractice(connectionId))) return undefined;
  return sumOfKnown(waiting.map(({ price }) => price));
}
