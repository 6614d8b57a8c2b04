import type { RecipeFollow } from '../../../../../shared/contract/recipe-follows.ts';
import { isPractice } from '../../../library/practice-id.ts';
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
    const run = deps.runs.get(runId);
    if (run === undefined) continue; // Removed from the list.
    const made = deps.runs.calls(runId);
    calls += made.total;
    const paid = isPractice(run.connectionId ?? '') ? 0 : made.cost;
    cost = cost === undefined || paid === undefined ? undefined : cost + paid;
  }
  const most =
    cost === undefined || planned.cost === undefined ? undefined : Math.max(cost, planned.cost);
  return {
    files: planned.files,
    calls: Math.max(calls, planned.calls),
    ...(most === undefined ? {} : { cost: most }),
  };
}
