import { useMemo } from 'react';
import type { RecipeRun, RecipeStep } from '../../../../shared/contract/recipes.ts';
import { useActiveConnection } from '../../../core/backend/connections.ts';
import { useRecipes } from '../session/screen.ts';
import type { RecipesState } from '../session/recipes-store.ts';
import type { FileView } from './file-pages.ts';

/** Keeps its identity during a run; its numbers are in {@link useShownRecipeRun}. */
export interface ShownFiles {
  /** `undefined` for a draft without files. */
  readonly view: FileView | undefined;
  /** `undefined` for the draft. */
  readonly runId: string | undefined;
  readonly files: number;
  readonly recipe: readonly RecipeStep[];
  readonly isPractice: boolean;
}

const NO_STEPS: readonly RecipeStep[] = [];

export function useShownFiles(): ShownFiles {
  const runId = useRecipes((state) => shownRun(state)?.id);
  const ofRun = useRecipes((state) => shownRun(state)?.steps);
  const inHand = useRecipes((state) => state.inHand.steps);
  const draft = useRecipes((state) => state.draft);
  const files = useRecipes((state) => shownRun(state)?.files ?? state.draft?.files ?? 0);
  const filter = useRecipes((state) => state.filter);
  const isPracticeNow = useActiveConnection()?.kind === 'practice';
  const isPractice = useRecipes((state) => shownRun(state)?.isPractice) ?? isPracticeNow;
  return useMemo((): ShownFiles => {
    const shared = { runId, files, isPractice };
    if (runId !== undefined) {
      return { ...shared, view: { runId, filter, revision: 0 }, recipe: ofRun ?? NO_STEPS };
    }
    const view =
      draft === undefined || files === 0
        ? undefined
        : ({ runId: draft.runId, filter: 'all', revision: draft.revision } as const);
    return { ...shared, view, recipe: inHand };
  }, [runId, ofRun, inHand, draft, files, filter, isPractice]);
}

/** Returns `undefined` for the draft. */
export function useShownRecipeRun(): RecipeRun | undefined {
  return useRecipes(shownRun);
}

function shownRun({ runs, shownRunId }: RecipesState): RecipeRun | undefined {
  return runs?.find(({ id }) => id === shownRunId);
}
