/** The system's notice that work is finished: once for all parts of a run. */
import { isFinalJobState } from '../../../shared/contract/jobs.ts';
import type { HostPorts } from '../ports.ts';
import type { JobBoard } from './job-board.ts';
import { titleOf } from './job-rows.ts';
import type { JobStore, StoredJob } from './job-store.ts';
import type { JobKinds } from './kinds/index.ts';

/** @returns to be called for each job that is done; ends without a result are followed here */
export function createJobNotices(parts: {
  readonly jobs: Pick<JobStore, 'ofRun'>;
  readonly kinds: JobKinds;
  readonly board: Pick<JobBoard, 'onChanged'>;
  readonly ports: Pick<HostPorts, 'notify'>;
}): (done: StoredJob) => void {
  const { jobs, kinds, board, ports } = parts;

  /** When the last part has ended, as long as one has brought a result. */
  function announce(job: StoredJob): void {
    if (job.batchId !== undefined) return; // the batch announces its end, once
    const all = job.runId === undefined ? [job] : jobs.ofRun(job.runId);
    const done = all.filter(({ state }) => state === 'done');
    if (done.length === 0 || all.some(({ state }) => !isFinalJobState(state))) return;
    const isNothing = done.every(
      ({ kind, findings }) => kind === 'remove-text' && findings.warning !== undefined,
    );
    const title = isNothing ? 'No text found' : kinds[job.kind].finishedTitle;
    ports.notify({ title, body: titleOf(job) });
  }

  board.onChanged((job) => {
    const isLost = isFinalJobState(job.state) && job.state !== 'done' && !job.isAcknowledged;
    if (isLost) announce(job);
  });
  return announce;
}
