import { create } from 'zustand';
import type {
  RecipeFileFilter,
  RecipePlan,
  RecipeStep,
} from '../../../../shared/contract/recipes.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { NOTHING_SELECTED, type Selection } from '../../../features/rows/selection.ts';

interface RecipeInHand {
  readonly recipeId: string | undefined;
  readonly name: string;
  readonly steps: readonly RecipeStep[];
  readonly isBuiltIn: boolean;
  readonly isChanged: boolean;
}

interface RunDraft {
  readonly runId: string;
  readonly files: number;
  /** Grows whenever its files change. */
  readonly revision: number;
}

export interface AddingFiles {
  readonly found: number;
  readonly added: number;
  readonly isCounted: boolean;
}

export interface RecipesState {
  readonly isRestored: boolean;
  readonly inHand: RecipeInHand;
  readonly openStep: number | undefined;
  readonly draft: RunDraft | undefined;
  readonly adding: AddingFiles | undefined;
  readonly importing: string | undefined;
  readonly plan: RecipePlan | undefined;
  readonly isPlanStopped: boolean;
  /** Whether the next run takes saved results in place of calls. */
  readonly usesStored: boolean;
  readonly isStarting: boolean;
  /** `undefined` for the draft. */
  readonly shownRunId: string | undefined;
  readonly filter: RecipeFileFilter;
  /** Grows whenever a command changes files of a run. */
  readonly orders: number;
  readonly selection: Selection<number>;
  /** Position of the file that is seen large. */
  readonly previewedAt: number | undefined;
  readonly error: AppError | undefined;
}

export type RecipesStore = ReturnType<typeof createRecipesStore>;

export const NO_RECIPE: RecipeInHand = {
  recipeId: undefined,
  name: 'New recipe',
  steps: [],
  isBuiltIn: false,
  isChanged: false,
};

export const NO_FILES_CHOSEN = {
  filter: 'all',
  selection: NOTHING_SELECTED,
  previewedAt: undefined,
} as const satisfies Partial<RecipesState>;

export function createRecipesStore() {
  return create<RecipesState>(() => ({
    isRestored: false,
    inHand: NO_RECIPE,
    openStep: undefined,
    orders: 0,
    draft: undefined,
    adding: undefined,
    importing: undefined,
    plan: undefined,
    isPlanStopped: false,
    usesStored: true,
    isStarting: false,
    shownRunId: undefined,
    ...NO_FILES_CHOSEN,
    error: undefined,
  }));
}
