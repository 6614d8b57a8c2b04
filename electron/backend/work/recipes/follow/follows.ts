/** After a restart nothing happens until the user confirms. */
import { MOST_WAITING, type RecipeFollow } from '../../../../../shared/contract/recipe-follows.ts';
import type { FrozenRecipe } from '../../../../../shared/contract/recipes.ts';
import { toAppError, type AppErrorData, notFound } from '../../../../../shared/errors/app-error.ts';
import { sumOfKnown } from '../../../../../shared/numbers.ts';
import { os } from '../../../service/common/procedures.ts';
import type { Changes } from '../../../service/common/changes.ts';
import type { HostPorts } from '../../../service/common/ports.ts';
import type { Connections } from '../../../accounts/connections/connections.ts';
import type { RecipeRuns } from '../recipe-runs.ts';
import type { CrashGuard } from '../../../library/crash-guard.ts';
import type { Recipes } from '../recipes.ts';
import type { RunStore } from '../run-store.ts';
import { createFollowBegins } from './follow-begins.ts';
import type { FileFacts, FollowStore, StoredFollow } from './follow-store.ts';
import { scanFolder, type Sighting } from './scan-folder.ts';
import { createTakeFiles, fileCost } from './take-files.ts';
import { createWaitingFiles, type WaitingFiles } from './waiting-files.ts';
import { isPractice } from '../../../library/practice-id.ts';
import { sumsOfToday } from './today.ts';
import { watch, type FSWatcher } from 'node:fs';
import type { RunDeps } from '../run-deps.ts';

/** Polling interval without events, ms. */
const QUIET_INTERVAL = 15_000;

/** Uses system events, and polls where they are missing or unreliable (network drives). */
type FolderWatcher = ReturnType<typeof createFolderWatcher>;

export function createFolderWatcher(folder: string) {
  let watcher: FSWatcher | undefined;
  let isReported = true;
  let scannedAt = -Infinity;

  function close(): void {
    watcher?.close();
    watcher = undefined;
  }

  function open(): void {
    try {
      const opened = watch(folder, { recursive: true, persistent: false }, () => {
        isReported = true;
      });
      opened.on('error', close); // Falls back to polling.
      watcher = opened;
    } catch {
      // Too many watched folders on this computer, or no events on this drive.
    }
  }

  return {
    /** @param now ms */
    isDue: (now: number): boolean =>
      isReported || watcher === undefined || Math.abs(now - scannedAt) >= QUIET_INTERVAL,
    /** @param isGood false if the folder is missing, so that the watcher is useless */
    scanned(now: number, isGood: boolean): void {
      scannedAt = now;
      isReported = !isGood;
      if (!isGood) close();
      else if (watcher === undefined) open();
    },
    close,
  };
}

interface LiveFollow {
  readonly waiting: WaitingFiles;
  readonly watcher: FolderWatcher;
  sightings: ReadonlyMap<string, Sighting>;
  growing: number;
  heldBy: AppErrorData | undefined;
}

/** Interval of checks, ms. */
const EVERY = 3000;

export type Follows = ReturnType<typeof createFollows>;

/** @param deps.every ms; 0: only `scanFolder` scans */
export function createFollows(
  deps: Pick<RunDeps, 'connections' | 'log' | 'savedFolder'> & {
    readonly follows: FollowStore;
    readonly runStore: RunStore;
    readonly runs: Pick<RecipeRuns, 'plan' | 'join'>;
    readonly recipes: Pick<Recipes, 'list'>;
    readonly ports: Pick<HostPorts, 'chooseFolder'>;
    readonly crashGuard: Pick<CrashGuard, 'guard'>;
    readonly changes: Pick<Changes, 'publish'>;
    readonly every?: number | undefined;
  },
) {
  const { follows, recipes, runStore, every = EVERY } = deps;
  const changed = (id: string) => deps.changes.publish('followed-folders', id);
  const take = createTakeFiles(deps);
  const closing = new AbortController();
  const begins = createFollowBegins({ ...deps, recipeOf });
  const live = new Map<string, LiveFollow>();
  let last: Promise<void> = Promise.resolve();

  function mustGet(followId: string): StoredFollow {
    const follow = follows.list().find(({ id }) => id === followId);
    if (follow !== undefined) return follow;
    throw notFound('This folder is no longer followed.');
  }

  function recipeOf({ recipeId }: Pick<StoredFollow, 'recipeId'>): FrozenRecipe {
    const recipe = recipes.list().find(({ id }) => id === recipeId);
    if (recipe !== undefined) return { name: recipe.name, steps: recipe.steps, recipeId };
    throw notFound('The recipe of this folder is no longer in the list. Nothing is taken.');
  }

  function start(followId: string): void {
    if (live.has(followId)) return;
    live.set(followId, {
      waiting: createWaitingFiles({ store: runStore, runs: deps.runs }),
      watcher: createFolderWatcher(mustGet(followId).folder),
      sightings: new Map(),
      growing: 0,
      heldBy: undefined,
    });
  }

  function end(followId: string): void {
    const ended = live.get(followId);
    live.delete(followId);
    ended?.watcher.close();
    ended?.waiting.clear();
  }

  async function lookAt(follow: StoredFollow, at: LiveFollow, now: number): Promise<void> {
    const recipe = recipeOf(follow);
    const hashes: ReadonlyMap<string, FileFacts & { readonly hash: string }> = at.waiting.found;
    const known = follows.known(follow.id);
    const { crashGuard } = deps;
    const before = at.sightings;
    const scan = await scanFolder({ ...follow, known, before, hashes, now, crashGuard });
    if (live.get(follow.id) !== at || closing.signal.aborted) return; // Paused meanwhile.
    runStore.transaction(() => {
      for (const file of scan.touched) follows.touch(follow.id, file);
    });
    at.sightings = scan.sightings;
    at.growing = scan.growing;
    at.waiting.set(scan.found);
    if (follow.isRestored && scan.found.length + scan.growing === 0) {
      follows.change({ ...mustGet(follow.id), isRestored: false });
    }
    changed(follow.id);
    await at.waiting.plan(recipe, closing.signal);
    if (live.get(follow.id) !== at || closing.signal.aborted) return;
    at.heldBy = take(mustGet(follow.id), recipe, at.waiting, now, false)?.toData();
  }

  async function lookSafely(followId: string, at: LiveFollow, now: number): Promise<void> {
    let isGood = true;
    try {
      await lookAt(mustGet(followId), at, now);
    } catch (thrown) {
      isGood = false;
      const { heldBy } = at;
      at.heldBy = toAppError(thrown).toData();
      if (heldBy?.message !== at.heldBy.message) {
        deps.log(`recipes: a followed folder waits: ${at.heldBy.kind}`);
      }
    }
    // Growing or waiting files are scanned again without events.
    const isQuiet = isGood && at.growing === 0 && at.waiting.found.size === 0;
    at.watcher.scanned(now, isQuiet);
    changed(followId);
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }

  function scanAll(now: number, isWanted: (at: LiveFollow) => boolean): Promise<void> {
    return inTurn(async () => {
      for (const [followId, at] of live) {
        if (closing.signal.aborted) return;
        if (isWanted(at)) await lookSafely(followId, at, now);
      }
    });
  }

  const timer =
    every === 0
      ? undefined
      : setInterval(() => {
          const now = Date.now();
          void scanAll(now, ({ watcher }) => watcher.isDue(now));
        }, every);
  timer?.unref();

  function list(): readonly RecipeFollow[] {
    return follows.list().map((follow) => presentFollow(follow, live.get(follow.id), deps));
  }

  const procedures = {
    list: os.recipeFollows.list.handler(list),
    chooseFolder: begins.chooseFolder,
    begin: os.recipeFollows.begin.handler(async ({ input: { into, ...order } }) => {
      const followId = await begins.begin({ ...order, savesTo: deps.savedFolder.path(into) });
      start(followId);
      changed(followId);
      return { followId };
    }),
    confirm: os.recipeFollows.confirm.handler(({ input: { followId } }) => {
      follows.change({ ...mustGet(followId), isOn: true });
      start(followId);
      changed(followId);
    }),
    pause: os.recipeFollows.pause.handler(({ input: { followId } }) => {
      follows.change({ ...mustGet(followId), isOn: false });
      end(followId);
      changed(followId);
    }),
    setLimit: os.recipeFollows.setLimit.handler(({ input: { followId, callsADay, moneyADay } }) => {
      follows.change({ ...mustGet(followId), callsADay, moneyADay });
      changed(followId);
    }),
    runNow: os.recipeFollows.runNow.handler(({ input: { followId } }) =>
      inTurn(async () => {
        const follow = mustGet(followId);
        const at = live.get(followId);
        if (at === undefined) return;
        const recipe = recipeOf(follow);
        await at.waiting.plan(recipe, closing.signal);
        if (live.get(followId) !== at || closing.signal.aborted) return;
        at.heldBy = take(mustGet(followId), recipe, at.waiting, Date.now(), true)?.toData();
        changed(followId);
      }),
    ),
    remove: os.recipeFollows.remove.handler(({ input: { followId } }) => {
      mustGet(followId);
      end(followId);
      follows.remove(followId);
      changed(followId);
    }),
  };

  return {
    procedures,
    /** @param now ms */
    scanFolder: (now: number = Date.now()): Promise<void> => scanAll(now, () => true),
    async close(): Promise<void> {
      clearInterval(timer);
      closing.abort();
      await last;
      for (const { watcher } of live.values()) watcher.close();
    },
  };
}

/** @param at `undefined` while it is not watched */
function presentFollow(
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
  const { isOn, runId = '', runDay: _day, ...shown } = follow;
  return {
    ...shown,
    state: at !== undefined ? 'following' : isOn ? 'to-confirm' : 'off',
    today: sumsOfToday(follow, Date.now(), { follows, runs: runStore }),
    growing: at?.growing ?? 0,
    waiting: {
      files: taking.length,
      calls: taking.reduce((sum, { row }) => sum + (row.plan?.calls ?? 0), 0),
      cost: isFree ? undefined : sumOfKnown(costs),
      named: files.slice(0, MOST_WAITING).map(({ row }) => ({
        name: row.name,
        calls: row.plan?.calls ?? 0,
        cost: isFree ? undefined : row.plan?.cost,
        reason: row.error?.message,
      })),
    },
    isPractice: isFree,
    heldBy: at?.heldBy,
    runId: runStore.get(runId)?.isDismissed === false ? runId : undefined,
  };
}

function isPracticeNow(connections: Pick<Connections, 'active'>): boolean {
  try {
    return isPractice(connections.active().id);
  } catch {
    return false; // No connection.
  }
}
