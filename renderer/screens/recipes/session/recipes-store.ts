/** The state of the Recipes screen. Its session alone changes it. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  Recipe,
  RecipeFileFilter,
  RecipePlan,
  RecipeRun,
  RecipeStep,
} from '../../../../shared/contract/recipes.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { NOTHING_SELECTED, type Selection } from '../../../work/rows/selection.ts';

/** The recipe that is edited and run; as it is kept, or with changes. */
export interface RecipeInHand {
  /** Missing for one that is not kept yet. */
  readonly recipeId: string | undefined;
  readonly name: string;
  readonly steps: readonly RecipeStep[];
  readonly isBuiltIn: boolean;
  /** It differs from what is kept. */
  readonly isChanged: boolean;
}

/** Files that are gathered for the next run. */
export interface Draft {
  readonly runId: string;
  readonly files: number;
  /** Grows whenever its files are others. */
  readonly revision: number;
}

/** Files on their way into the draft by their bytes. */
export interface AddingFiles {
  readonly found: number;
  readonly added: number;
  /** No more are found. */
  readonly isCounted: boolean;
}

export interface RecipesState {
  /** The recipe of the last session is in hand, where there was one. */
  readonly isRestored: boolean;
  /** Missing until the first answer. */
  readonly recipes: readonly Recipe[] | undefined;
  readonly runs: readonly RecipeRun[] | undefined;
  readonly inHand: RecipeInHand;
  /** The step whose settings are open, by its place. */
  readonly openStep: number | undefined;
  readonly draft: Draft | undefined;
  readonly adding: AddingFiles | undefined;
  /** The name of the recipe file that is being imported. */
  readonly importing: string | undefined;
  /** Of the draft with the recipe in hand, as far as it is made. */
  readonly plan: RecipePlan | undefined;
  /** The user has stopped its making, or it broke off. */
  readonly isPlanStopped: boolean;
  readonly isStarting: boolean;
  /** The run in front; the draft unless given. */
  readonly shownRunId: string | undefined;
  readonly filter: RecipeFileFilter;
  /** Grows whenever an order of the user has changed files of a run. */
  readonly orders: number;
  readonly selection: Selection<number>;
  /** The file that is seen large, by its position. */
  readonly lookedAt: number | undefined;
  readonly error: AppError | undefined;
  /** The stream of recipes or runs is broken. */
  readonly followError: AppError | undefined;
}

export type RecipesStore = StoreApi<RecipesState>;

/** A recipe without steps. */
export const NO_RECIPE: RecipeInHand = {
  recipeId: undefined,
  name: 'New recipe',
  steps: [],
  isBuiltIn: false,
  isChanged: false,
};

/** Another list of files is in front. */
export const NO_FILES_CHOSEN = {
  filter: 'all',
  selection: NOTHING_SELECTED,
  lookedAt: undefined,
} as const satisfies Partial<RecipesState>;

export function createRecipesStore(): RecipesStore {
  return createStore<RecipesState>(() => ({
    isRestored: false,
    recipes: undefined,
    runs: undefined,
    inHand: NO_RECIPE,
    openStep: undefined,
    orders: 0,
    draft: undefined,
    adding: undefined,
    importing: undefined,
    plan: undefined,
    isPlanStopped: false,
    isStarting: false,
    shownRunId: undefined,
    ...NO_FILES_CHOSEN,
    error: undefined,
    followError: undefined,
  }));
}
