import {
  MOST_RECIPE_FILES,
  type FrozenRecipe,
  type RecipePlan,
} from '../../../../shared/contract/recipes.ts';
import { invalidInput } from '../../../../shared/errors/app-error.ts';
import type { Connections } from '../../accounts/connections/connections.ts';
import { wholePictureFinder } from './finder.ts';
import { removedConnection } from './removed-connection.ts';
import type { RunPlanner } from './run-planner.ts';
import type { StoredRun } from './run-rows.ts';
import type { RunDeps } from './run-deps.ts';

export function createRunStarts(
  deps: Pick<RunDeps, 'store' | 'jobs' | 'tools' | 'connections' | 'budgetGuard' | 'recipeJobs'> & {
    readonly planner: RunPlanner;
    readonly go: (runId: string) => void;
    readonly changed: () => void;
  },
) {
  const { store, planner, connections, go, changed } = deps;

  /** Returns the run, with the active connection if its own was removed. */
  function connected(runId: string): StoredRun {
    const run = store.mustGet(runId);
    const isThere = connections.exists(run.connectionId ?? '');
    return isThere ? run : { ...run, connectionId: connections.active().id };
  }

  /** Makes the waiting and further calls of a run with the connection that {@link connected} chose. */
  function moveTo({ id, connectionId = '' }: StoredRun): void {
    if (connectionId === store.mustGet(id).connectionId) return;
    deps.recipeJobs.move(id, connections.named(connectionId));
    store.change(id, { connectionId });
  }

  /** Budget check, once for all. @param cost 1/10000 USD; `undefined` if unknown */
  function allow(connectionId: string, calls: number, cost: number | undefined): void {
    const priceOf = (index: number) => (index === 0 || cost === undefined ? cost : 0);
    deps.budgetGuard.require(
      Array.from({ length: calls }, (_, index) => ({
        connectionId,
        category: 'gen_api' as const,
        price: priceOf(index),
      })),
    );
  }

  function allowPlan(run: Pick<StoredRun, 'connectionId' | 'stored'>, plan: RecipePlan): void {
    const isSaved = run.stored === 'use';
    const calls = plan.calls - (isSaved ? plan.storedCalls : 0);
    allow(run.connectionId ?? '', calls, isSaved ? plan.costWithStored : plan.cost);
  }

  async function rest(
    runId: string,
    recipe: FrozenRecipe,
    connection: ReturnType<Connections['active']>,
  ): Promise<void> {
    // Unplanned files count as if everything had to be sent.
    const plans = planner.plan(runId, recipe, connection, undefined, wholePictureFinder(deps));
    for await (const _ of plans);
  }

  return {
    allow,
    connected,
    moveTo,
    /** Appends to a running run, or begins one. @throws AppError `over-budget`, without changes */
    join({
      draftId,
      positions,
      recipe,
      folder,
      calls,
      cost,
      record,
      ...order
    }: {
      readonly draftId: string;
      readonly positions: readonly number[];
      readonly runId: string | undefined;
      readonly recipe: FrozenRecipe;
      readonly folder: string | undefined;
      readonly calls: number;
      readonly cost: number | undefined;
      /** Runs in the same transaction. */
      readonly record: (runId: string) => void;
    }): string {
      store.mustBeDraft(draftId);
      const { name, steps, recipeId } = recipe;
      const place = { connectionId: connections.active().id, folder };
      allow(place.connectionId, calls, cost);
      const runId = store.transaction(() => {
        const run = order.runId === undefined ? undefined : store.get(order.runId);
        const isJoined =
          run !== undefined &&
          mayJoin(run, recipe, place) &&
          store.countFiles(run.id, { filter: 'all' }) + positions.length <= MOST_RECIPE_FILES;
        const id = isJoined ? run.id : store.addDraft();
        store.moveFiles(draftId, id, positions);
        // As `go` does: after a crash the files are in a run, or still in their source.
        store.change(id, {
          state: 'running',
          name,
          steps,
          recipeId,
          connectionId: place.connectionId,
          stored: 'use',
          first: undefined,
          folder,
        });
        record(id);
        return id;
      });
      go(runId);
      return runId;
    },
    plan(
      runId: string,
      recipe: FrozenRecipe,
      signal: AbortSignal | undefined,
    ): AsyncGenerator<RecipePlan, void, void> {
      store.mustBeDraft(runId);
      const { name, steps, recipeId } = recipe;
      store.change(runId, { name, steps, recipeId });
      return planner.plan(runId, recipe, connections.active(), signal);
    },
    async start(
      runId: string,
      recipe: FrozenRecipe,
      {
        stored,
        first,
        folder,
        isOfStudio = false,
      }: {
        readonly stored: 'ignore' | 'use';
        readonly first?: number | undefined;
        /** Absolute path of the target folder; `undefined`: Gesso keeps the files. */
        readonly folder: string | undefined;
        readonly isOfStudio?: boolean | undefined;
      },
    ): Promise<void> {
      store.mustBeDraft(runId);
      const connection = connections.active();
      await rest(runId, recipe, connection);
      store.mustBeDraft(runId);
      const { name, steps, recipeId } = recipe;
      const taking = store.firstFiles(runId, 'waiting', first ?? -1);
      const [leftOut] = store.firstFiles(runId, 'left-out', 1);
      if (taking.length === 0) {
        throw invalidInput(leftOut?.error?.message ?? 'There are no files yet. Add some.');
      }
      const isTrial = store.countFiles(runId, { filter: 'waiting' }) > taking.length;
      const sums = planner.sums(runId, recipe, connection, taking);
      allowPlan({ connectionId: connection.id, stored }, sums);
      store.change(runId, {
        name,
        steps,
        recipeId,
        connectionId: connection.id,
        stored,
        first: isTrial ? first : undefined,
        folder,
        isOfStudio,
      });
      if (isOfStudio) store.tidyStudio();
      go(runId);
    },
    /** Asks once more before another connection is used because the run's own was removed. */
    resume(runId: string): void {
      const run = connected(runId);
      const { connectionId = '', name, steps = [], first = -1 } = run;
      if (run.state !== 'paused') return;
      if (connectionId !== store.mustGet(runId).connectionId) {
        const connection = connections.named(connectionId);
        const pausedBy = removedConnection(deps, store.mustGet(runId));
        if (run.pausedBy?.message !== pausedBy.message) {
          store.change(runId, { pausedBy });
          changed();
          return;
        }
        const files = [
          ...store.files(runId, { filter: 'running' }),
          ...store.firstFiles(runId, 'waiting', first),
        ];
        allowPlan(run, planner.sums(runId, { name, steps }, connection, files));
        moveTo(run);
      }
      go(runId);
    },
    goOn(runId: string): void {
      const run = connected(runId);
      const isTrial = ['running', 'paused', 'tried'].includes(run.state);
      if (!isTrial || run.first === undefined || run.steps === undefined) return;
      const { name, steps } = run;
      const connection = connections.named(run.connectionId ?? '');
      const waiting = store.firstFiles(runId, 'waiting', -1);
      const { files, states } = store.counts(runId);
      const begun = files - (states['left-out'] ?? 0) - waiting.length;
      // The others of the trial are allowed already.
      const after = waiting.slice(Math.max(0, run.first - begun));
      allowPlan(run, planner.sums(runId, { name, steps }, connection, after));
      store.change(runId, { first: undefined });
      moveTo(run);
      if (run.state === 'paused') changed();
      else go(runId);
    },
  };
}

function mayJoin(
  run: StoredRun,
  { steps }: FrozenRecipe,
  place: { readonly connectionId: string; readonly folder: string | undefined },
): boolean {
  return (
    !run.isDismissed &&
    (run.state === 'running' || run.state === 'done') &&
    run.connectionId === place.connectionId &&
    run.folder === place.folder &&
    JSON.stringify(run.steps) === JSON.stringify(steps)
  );
}
