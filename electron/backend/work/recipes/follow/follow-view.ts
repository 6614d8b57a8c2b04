import { MOST_WAITING, type RecipeFollow } from '../../../../../shared/contract/recipe-follows.ts';
import type { AppErrorData } from '../../../../../shared/errors/app-error.ts';
import type { Connections } from '../../../accounts/connections/connections.ts';
import { isPractice } from '../../../library/practice-id.ts';
import type { RunStore } from '../run-store.ts';
import type { FolderWatcher } from './folder-watcher.ts';
import type { FollowStore, StoredFollow } from './follow-store.ts';
import type { Sighting } from './scan-folder.ts';
import { fileCost } from './take-files.ts';
import { sumsOfToday } from './today.ts';
import type { WaitingFiles } from './waiting-files.ts';

export interface LiveFollow {
  readonly waiting: WaitingFiles;
  readonly watcher: FolderWatcher;
  sightings: ReadonlyMap<string, Sighting>;
  growing: number;
  heldBy: AppErrorData | undefined;
}

/** @param at `undefined` while it is not watched */
export function presentFollow(
  follow: StoredFollow,
  at: LiveFollow | undefined,
  deps: {
    readonly follows: Pick<FollowStore, 'taken'>;
    readonly runStore: Pick<RunStore, 'get' | 'calls'>;
    readonly connections: Pick<Connections, 'active'>;
  },
): RecipeFollow {
  const { follows, runStore } = deps;
  const isFree = isPracticeNow(deps.connections);
  const files = at?.waiting.list() ?? [];
  const taking = files.filter(({ row }) => row.state === 'waiting');
  const costs = taking.map(({ row }) => fileCost(row, isFree));
  const isKnown = !isFree && costs.every((cost) => cost !== undefined);
  const { id, recipeId, folder, savesTo, callsADay, moneyADay, runId } = follow;
  return {
    id,
    recipeId,
    folder,
    ...(savesTo === undefined ? {} : { savesTo }),
    state: at !== undefined ? 'following' : follow.isOn ? 'to-confirm' : 'off',
    callsADay,
    moneyADay,
    today: sumsOfToday(follow, Date.now(), { follows, runs: runStore }),
    growing: at?.growing ?? 0,
    waiting: {
      files: taking.length,
      calls: taking.reduce((sum, { row }) => sum + (row.plan?.calls ?? 0), 0),
      ...(isKnown ? { cost: costs.reduce((sum: number, cost) => sum + (cost ?? 0), 0) } : {}),
      named: files.slice(0, MOST_WAITING).map(({ row }) => ({
        name: row.name,
        calls: row.plan?.calls ?? 0,
        ...(isFree || row.plan?.cost === undefined ? {} : { cost: row.plan.cost }),
        ...(row.error === undefined ? {} : { reason: row.error.message }),
      })),
    },
    isPractice: isFree,
    ...(at?.heldBy === undefined ? {} : { heldBy: at.heldBy }),
    ...(runId !== undefined && runStore.get(runId)?.isDismissed === false ? { runId } : {}),
  };
}

function isPracticeNow(connections: Pick<Connections, 'active'>): boolean {
  try {
    return isPractice(connections.active().id);
  } catch {
    return false; // No connection.
  }
}
