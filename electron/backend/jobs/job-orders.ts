/** Orders of the user on jobs that wait or run: stopping one or several, and another order of leaving. */
import {
  isFinalJobState,
  type CancelledMany,
  type CancelMany,
} from '../../../shared/contract/jobs.ts';
import { isPractice } from '../connections/practice-id.ts';
import type { JobBoard } from './log/job-board.ts';
import type { JobFollower } from './tasks/job-follower.ts';
import type { JobHistory } from './log/job-history.ts';
import { stopped, stoppedFollowing } from './sending/job-outcome.ts';
import type { JobSender } from './sending/job-sender.ts';
import type { JobStore } from './log/job-store.ts';
import type { StoredJob } from './log/stored-job.ts';
import { slotGroupOf } from './sending/slot-clock.ts';

export interface JobOrders {
  /** A call that has already reached the service may still be charged. */
  cancel(jobId: string): void;
  /** Of a selection those that wait, and the others only where the order says so. */
  cancelMany(order: CancelMany): CancelledMany;
  /** @param beforeJobId a job that waits for the same; at the end without one */
  reorder(jobId: string, beforeJobId: string | undefined): void;
}

export function createJobOrders(parts: {
  readonly jobs: JobStore;
  readonly board: JobBoard;
  readonly sender: Pick<JobSender, 'stop' | 'pump'>;
  readonly follower: Pick<JobFollower, 'stop' | 'follow'>;
  readonly history: Pick<JobHistory, 'selected'>;
}): JobOrders {
  const { jobs, board, sender, follower } = parts;

  function cancel(jobId: string): void {
    const job = jobs.get(jobId);
    if (job === undefined || isFinalJobState(job.state)) return;
    if (sender.stop(jobId)) return;
    if (job.state === 'waiting') board.end(job, 'cancelled', stopped(false, job.connectionId));
    else if (follower.stop(jobId)) {
      board.end(job, 'cancelled', stoppedFollowing(job.kind, job.connectionId));
      if (job.kind !== 'watch') follower.follow(job, 'soon'); // its result may come all the same
    }
    sender.pump();
  }

  return {
    cancel,
    cancelMany(order) {
      const running = parts.history.selected(order).filter(({ state }) => !isFinalJobState(state));
      const waiting = running.filter(({ state }) => state === 'waiting');
      const wanted = order.also === 'sent' ? running : waiting;
      for (const { id } of wanted) cancel(id);
      return { cancelled: wanted.length, saved: savedBy(waiting) };
    },
    reorder(jobId, beforeJobId) {
      const job = jobs.get(jobId);
      const before = beforeJobId === undefined ? undefined : jobs.get(beforeJobId);
      if (job?.state !== 'waiting') return; // it has left meanwhile
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
      for (const id of ids) board.retell(id);
      sender.pump();
    },
  };
}

/** Jobs whose turns follow each other: the same rate of the same connection, both of recipes or both not. */
function waitForTheSame(a: StoredJob, b: StoredJob): boolean {
  return (
    b.state === 'waiting' &&
    a.connectionId === b.connectionId &&
    slotGroupOf(a.kind) === slotGroupOf(b.kind) &&
    (a.batchId === undefined) === (b.batchId === undefined)
  );
}

/** @returns 1/10000 USD; `undefined` where it is not known, and in practice */
function savedBy(waiting: readonly StoredJob[]): number | undefined {
  if (waiting.some(({ connectionId }) => isPractice(connectionId))) return undefined;
  return waiting.reduce<number | undefined>(
    (sum, { price }) => (sum === undefined || price === undefined ? undefined : sum + price),
    0,
  );
}
