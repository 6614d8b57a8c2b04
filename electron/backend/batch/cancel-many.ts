/** Cancelling what waits of several jobs, or of a whole run, batch or recipe. */
import type { CancelledMany, CancelMany } from '../../../shared/contract/jobs.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { BatchRunner } from './batch-runner.ts';

/** A batch also has calls that are planned and not there yet: it stops as a whole. */
export function createCancelMany(
  jobs: Pick<JobRunner, 'cancelMany' | 'history'>,
  batches: Pick<BatchRunner, 'stop'>,
  /** Stops the run of a recipe; false where the batch is none. */
  stopRecipe: (runId: string) => boolean,
): (order: CancelMany) => CancelledMany {
  return (order) => {
    const [group] = 'groupId' in order ? jobs.history.groups([order.groupId]) : [];
    if (group?.kind !== 'batch') return jobs.cancelMany(order);
    if (!stopRecipe(group.id)) batches.stop(group.id);
    const { waiting, running } = group.counts;
    if (order.also === 'sent') jobs.cancelMany(order);
    const cancelled = waiting + (order.also === 'sent' ? running : 0);
    return { cancelled, saved: group.waitingCost };
  };
}
