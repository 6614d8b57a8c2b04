import { type AppError, invalidInput } from '../../../../../shared/errors/app-error.ts';
import type { FrozenRecipe } from '../../../../../shared/contract/recipes.ts';
import { sumOfKnown } from '../../../../../shared/numbers.ts';
import { localDay } from '../../../../../shared/files/local-day.ts';
import type { Connections } from '../../../accounts/connections/connections.ts';
import { isPractice } from '../../../library/practice-id.ts';
import type { RecipeRuns } from '../recipe-runs.ts';
import type { RunStore } from '../run-store.ts';
import type { FollowStore, StoredFollow } from './follow-store.ts';
import { sumsOfToday } from './today.ts';
import type { WaitingFile, WaitingFiles } from './waiting-files.ts';

interface Choice {
  readonly chosen: readonly WaitingFile[];
  readonly calls: number;
  /** 1/10000 USD; `undefined` if unknown. */
  readonly cost: number | undefined;
  readonly heldBy: AppError | undefined;
}

export function createTakeFiles(deps: {
  readonly follows: FollowStore;
  readonly runStore: RunStore;
  readonly runs: Pick<RecipeRuns, 'join'>;
  readonly connections: Pick<Connections, 'active'>;
}) {
  const { follows, runStore: runs } = deps;
  /** @param isOrdered ignores the daily limit @returns why files still wait */
  return (
    follow: StoredFollow,
    recipe: FrozenRecipe,
    waiting: WaitingFiles,
    now: number,
    isOrdered: boolean,
  ): AppError | undefined => {
    const files = waiting.list();
    const isAnyWaiting = files.some(({ row }) => row.state === 'waiting');
    if (follow.isRestored && isAnyWaiting && !isOrdered) return mayBeTaken();
    const today = sumsOfToday(follow, now, { follows, runs });
    const isFree = isPractice(deps.connections.active().id);
    const { chosen, calls, cost, heldBy } = choose(follow, files, today, { isFree, isOrdered });
    if (chosen.length === 0) return heldBy;
    const runId = follow.runDay === localDay(now) ? follow.runId : undefined;
    if (runId !== undefined && runs.get(runId)?.state === 'paused') {
      return invalidInput('Today’s run is paused. New files wait until you resume it.');
    }
    // Pictures that cannot be run are included, because the run explains why.
    const going = [...chosen, ...files.filter(({ row }) => row.state === 'left-out')];
    deps.runs.join({
      draftId: waiting.draftId(),
      positions: going.map(({ row }) => row.position),
      runId,
      recipe,
      folder: follow.savesTo,
      calls,
      cost,
      record(joined) {
        follows.take(
          follow.id,
          joined,
          now,
          going.map(({ row, found }) => ({
            ...found,
            calls: row.plan?.calls ?? 0,
            cost: fileCost(row, isFree),
          })),
        );
        follows.change({ ...follow, runId: joined, runDay: localDay(now), isRestored: false });
      },
    });
    waiting.gone(going);
    return heldBy;
  };
}

function choose(
  { callsADay, moneyADay }: StoredFollow,
  files: readonly WaitingFile[],
  today: { readonly calls: number; readonly cost?: number | undefined },
  { isFree, isOrdered }: { readonly isFree: boolean; readonly isOrdered: boolean },
): Choice {
  const chosen: WaitingFile[] = [];
  let calls = 0;
  let cost: number | undefined = 0;
  const spent = isFree ? 0 : today.cost;
  for (const file of files) {
    const { plan, state } = file.row;
    if (state !== 'waiting' || plan === undefined) continue;
    const price = fileCost(file.row, isFree);
    const { calls: more } = plan;
    const all = { calls: today.calls + calls + more, cost: sumOfKnown([spent, cost, price]) };
    const isAlwaysOver = more > callsADay || (price ?? 0) > moneyADay;
    const isOver = all.calls > callsADay || (all.cost ?? 0) > moneyADay;
    const heldBy =
      isOrdered || more === 0 ? undefined : reasonToWait(all.cost, isAlwaysOver, isOver);
    if (heldBy !== undefined) return { chosen, calls, cost, heldBy };
    chosen.push(file);
    calls += more;
    cost = sumOfKnown([cost, price]);
  }
  return { chosen, calls, cost, heldBy: undefined };
}

/** 1/10000 USD; `undefined` if unknown. */
export function fileCost({ plan }: WaitingFile['row'], isFree: boolean): number | undefined {
  return isFree || plan === undefined || plan.calls === 0 ? 0 : plan.cost;
}

function reasonToWait(
  cost: number | undefined,
  isAlwaysOver: boolean,
  isOver: boolean,
): AppError | undefined {
  if (cost === undefined) {
    return invalidInput('The cost is unknown, so it cannot be kept within the limit. Set a price.');
  }
  if (isAlwaysOver) {
    return invalidInput('The next file needs more than the daily limit. Raise it, or run it now.');
  }
  return isOver
    ? invalidInput('The next file exceeds today’s limit. It waits until tomorrow.')
    : undefined;
}

function mayBeTaken(): AppError {
  return invalidInput(
    'The library lost its latest changes, so these files may have been run already. Compare, then run them now, or stop following and follow the folder again without them.',
  );
}
