/** Cancelling what waits of several jobs, or of a whole run, batch or recipe. */
import type { CancelledMany, CancelMany } from '../../../shared/contract/jobs.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { BatchRunner } from './batch-runner.ts';

/** A batch also has calls that are planned and not there yet: it stops as a whole. */
export function createCancelMany(
  jobs: Pick<JobRunner, 'cancelMany' | 'history'>,
  batches: Pick<BatchRunner, 'stop'>,
  stopRecipe: (runId: string) => void,
): (order: CancelMany) => CancelledMany {
  return (order) => {
    const [group] = 'groupId' in order ? jobs.history.groups([order.groupId]) : [];
    if (group?.kind === 'recipe') stopRecipe(group.id);
    else if (group?.kind === 'batch') batches.stop(group.id);
    else return jobs.cancelMany(order);
    const { waiting, running } = group.counts;
    if (order.also === 'sent') jobs.cancelMany(order);
    const cancelled = waiting + (order.also === 'sent' ? running : 0);
    return { cancelled, saved: group.waitingCost };
  };
}
