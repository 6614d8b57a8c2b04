/** How a call stands, in words. */
import type { Job } from '../../../../shared/contract/jobs.ts';

export function describeJob(job: Job): string {
  switch (job.state) {
    case 'waiting':
      return describeWaiting(job);
    case 'submitting':
      return 'Sending';
    case 'queued':
    case 'processing':
      return 'The service is working';
    case 'downloading':
      return 'Receiving the result';
    case 'done':
      if (job.warning !== undefined) return 'Nothing found';
      return job.price === 0 ? 'Done, from the store' : 'Done';
    case 'failed':
    case 'expired':
      return 'Failed';
    case 'unknown':
      return 'Not known';
    case 'cancelled':
      return 'Stopped';
  }
}

/** How long it has taken, ms; `undefined` while it goes on. */
export function durationOf({ createdAt, submittedAt, endedAt }: Job): number | undefined {
  return endedAt === undefined ? undefined : Math.max(0, endedAt - (submittedAt ?? createdAt));
}

function describeWaiting({ error, startsAt }: Job): string {
  if (error?.kind === 'unreachable') return 'No connection: trying again';
  if (error !== undefined) return 'Waiting: too many runs at once';
  return startsAt === undefined ? 'Preparing' : 'Waiting for its turn';
}
