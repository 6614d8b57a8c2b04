import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { RecipeRun, RecipeStep } from '../../../../shared/contract/recipes.ts';
import { useActiveConnection } from '../../../core/backend/connections.ts';
import { recipeRunsStore } from '../../../features/jobs/jobs.ts';
import { useRecipes } from '../session/use-recipes.ts';
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
  const runId = useShownRun((run) => run?.id);
  const ofRun = useShownRun((run) => run?.steps);
  const inHand = useRecipes((state) => state.inHand.steps);
  const draft = useRecipes((state) => state.draft);
  const files = useShownRun((run) => run?.files) ?? draft?.files ?? 0;
  const filter = useRecipes((state) => state.filter);
  const isPracticeNow = useActiveConnection()?.kind === 'practice';
  const isPractice = useShownRun((run) => run?.isPractice) ?? isPracticeNow;
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
  return useShownRun((run) => run);
}

/** The component renders again only when the selected part of the shown run changes. */
export function useShownRun<Selected>(select: (run: RecipeRun | undefined) => Selected): Selected {
  const shownRunId = useRecipes((state) => state.shownRunId);
  return useStore(recipeRunsStore, ({ runs }) => select(runs.find(({ id }) => id === shownRunId)));
}
