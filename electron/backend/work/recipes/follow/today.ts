import type { RecipeFollow } from '../../../../../shared/contract/recipe-follows.ts';
import { sumOfKnown } from '../../../../../shared/numbers.ts';
import type { RunStore } from '../run-store.ts';
import type { FollowStore, StoredFollow } from './follow-store.ts';

/** Real figures count if larger: conditions and retries may cost more than planned. */
export function sumsOfToday(
  { id }: StoredFollow,
  now: number,
  deps: {
    readonly follows: Pick<FollowStore, 'taken'>;
    readonly runs: Pick<RunStore, 'get' | 'calls'>;
  },
): RecipeFollow['today'] {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const planned = deps.follows.taken(id, midnight);
  // Without those that were removed from the list.
  const runIds = planned.runIds.filter((runId) => deps.runs.get(runId) !== undefined);
  const made = runIds.map((runId) => deps.runs.calls(runId));
  const cost = sumOfKnown(made.map((calls) => calls.cost));
  const isKnown = cost !== undefined && planned.cost !== undefined;
  return {
    files: planned.files,
    calls: Math.max(
      made.reduce((sum, { total }) => sum + total, 0),
      planned.calls,
    ),
    cost: isKnown ? Math.max(cost, planned.cost) : undefined,
  };
}
