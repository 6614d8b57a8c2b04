/** The list of files in front: the draft's, or those of a run. */
import type { RecipeRun, RecipeStep } from '../../../../shared/contract/recipes.ts';
import { useActiveConnection } from '../../../base/backend/connections.ts';
import { useRecipes } from '../session/screen.ts';
import type { FileView } from './use-file-pages.ts';

/** See the file comment. */
export interface ShownFiles {
  /** `undefined`: a draft without files. */
  readonly view: FileView | undefined;
  /** `undefined`: the draft. */
  readonly run: RecipeRun | undefined;
  readonly isDraft: boolean;
  readonly recipe: readonly RecipeStep[];
  readonly isPractice: boolean;
}

export function useShownFiles(): ShownFiles {
  const run = useRecipes(({ runs, shownRunId }) => runs?.find(({ id }) => id === shownRunId));
  const draft = useRecipes((state) => state.draft);
  const filter = useRecipes((state) => state.filter);
  const steps = useRecipes((state) => state.inHand.steps);
  const isPractice = useActiveConnection()?.kind === 'practice';
  if (run !== undefined) {
    return {
      view: { runId: run.id, filter, revision: run.revision },
      run,
      isDraft: false,
      recipe: run.steps ?? [],
      isPractice: run.isPractice,
    };
  }
  return {
    view:
      draft === undefined || draft.files === 0
        ? undefined
        : { runId: draft.runId, filter: 'all', revision: draft.revision },
    run: undefined,
    isDraft: true,
    recipe: steps,
    isPractice,
  };
}
