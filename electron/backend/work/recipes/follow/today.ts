import type { RecipeFollow } from '../../../../../shared/contract/recipe-follows.ts';
import type { RunStore } from '../run-store.ts';
import type { FollowStore, StoredFollow } from './follow-store.ts';

/** Local midnight, ms. */
function startOfDay(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}

/** Real figures count if larger: conditions and retries may cost more than planned. */
export function sumsOfToday(
  { id }: StoredFollow,
  now: number,
  deps: {
    readonly follows: Pick<FollowStore, 'taken'>;
    readonly runs: Pick<RunStore, 'get' | 'calls'>;
  },
): RecipeFollow['today'] {
  const planned = deps.follows.taken(id, startOfDay(now));
  let calls = 0;
  let cost: number | undefined = 0;
  for (const runId of planned.runIds) {
    if (deps.runs.get(runId) === undefined) continue; // Removed from the list.
    const made = deps.runs.calls(runId);
    calls += made.total;
    cost = cost === undefined || made.cost === undefined ? undefined : cost + made.cost;
  }
  const most =
    cost === undefined || planned.cost === undefined ? undefined : Math.max(cost, planned.cost);
  return {
    files: planned.files,
    calls: Math.max(calls, planned.calls),
    ...(most === undefined ? {} : { cost: most }),
  };
}
