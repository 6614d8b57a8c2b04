/** Actions on a started run. None of them rejects. */
import type { RecipeFileSelection, RecipeRun } from '../../../shared/contract/recipes.ts';
import type { Attempts } from '../../core/backend/attempts.ts';
import type { BackendClient } from '../../core/backend/client.ts';
import { createUndo } from '../../core/backend/undo.ts';
import { count } from '../../core/ui/format.ts';

export type RunOrders = ReturnType<typeof createRunOrders>;

export function createRunOrders(
  deps: Pick<Attempts, 'attempt'> & {
    readonly backend: Pick<BackendClient, 'recipes'>;
    say(message: string): void;
    sayUndo(message: string, undo: () => void): void;
    /** A run was removed from the list. */
    onRemoved?(runId: string): void;
  },
) {
  const { attempt, say } = deps;
  const undo = createUndo(deps);
  const { recipes } = deps.backend;
  return {
    /** Continues after a trial. */
    goOn: (runId: string): Promise<void> => attempt(() => recipes.goOn({ runId })),
    pause: (runId: string): Promise<void> => attempt(() => recipes.pause({ runId })),
    resume: (runId: string): Promise<void> => attempt(() => recipes.resume({ runId })),
    stop: (runId: string): Promise<void> => attempt(() => recipes.stop({ runId })),
    /** Everything that failed, unless some are selected. */
    retry: (runId: string, selection?: RecipeFileSelection): Promise<void> =>
      attempt(async () => {
        const { changed } = await recipes.retry({ runId, ...(selection && { selection }) });
        say(changed === 0 ? 'Nothing failed here.' : `Retrying ${count(changed, 'picture')}.`);
      }),
    /** Removes a finished run from the list. */
    removeRun: ({ id, isOfStudio }: Pick<RecipeRun, 'id' | 'isOfStudio'>): Promise<void> =>
      attempt(async () => {
        await recipes.removeRun({ runId: id });
        deps.onRemoved?.(id);
        undo.offer(`Removed from the list. ${isOfStudio ? 'Results' : 'Saved files'} stay.`, () =>
          recipes.restoreRun({ runId: id }),
        );
      }),
  };
}
