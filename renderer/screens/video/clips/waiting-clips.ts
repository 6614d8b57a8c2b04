import type { Job } from '../../../../shared/contract/jobs.ts';
import { jobsStore } from '../../../features/jobs/jobs.ts';

/** Those of one connection, the next one first. */
export function waitingClips(connectionId: string): readonly Job[] {
  return [...jobsStore.state.getState().jobs.values()]
    .filter(
      (job) => job.kind === 'video' && job.state === 'waiting' && job.connectionId === connectionId,
    )
    .sort((a, b) => (a.startsAt ?? a.createdAt) - (b.startsAt ?? b.createdAt));
}
