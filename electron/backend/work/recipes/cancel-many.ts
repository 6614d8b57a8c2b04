import { os } from '../../service/common/procedures.ts';
import type { JobRunner } from '../jobs/job-runner.ts';

/** A recipe also has planned calls without jobs, so it is stopped completely. */
export function cancelManyProcedure(
  jobs: Pick<JobRunner, 'cancelMany' | 'history'>,
  stopRecipe: (runId: string) => boolean,
) {
  return os.jobs.cancelMany.handler(({ input: order }) => {
    const [group] = 'groupId' in order ? jobs.history.groups([order.groupId]) : [];
    if (group?.kind !== 'recipe' || !stopRecipe(group.id)) return jobs.cancelMany(order);
    const { waiting, running } = group.counts;
    if (order.also === 'sent') jobs.cancelMany(order);
    const cancelled = waiting + (order.also === 'sent' ? running : 0);
    return { cancelled, saved: group.waitingCost };
  });
}
