import type { Recipe, RecipePlan, RecipeStep } from '../../../../../shared/contract/recipes.ts';
import { runBench, type ScriptedBackend } from '../../../../features/runs/testing/run-bench.ts';
import type { AddRecipeFile } from '../draft-files.ts';
import { createRecipesStore } from '../recipes-store.ts';
import { createRecipesSession } from '../recipes-session.ts';

export const STEP = {
  kind: 'remove-text',
  detail: 'full',
  where: 'found',
} as const satisfies RecipeStep;

export function recipe(changes: Partial<Recipe> = {}): Recipe {
  return {
    id: 'mine',
    name: 'Mine',
    steps: [STEP],
    createdAt: 0,
    changedAt: 0,
    isBuiltIn: false,
    ...changes,
  };
}

export const PLAN = { planned: 1, files: 1, taking: 1, calls: 1 } as RecipePlan;

/** Returns a procedure that streams these plans. */
const planOf = (...sums: readonly RecipePlan[]) =>
  async function () {
    return (async function* () {
      yield* sums;
    })();
  };

export function screen(
  recipes: ScriptedBackend[string] = {},
  addFile?: AddRecipeFile,
  others: ScriptedBackend = {},
) {
  const known: ScriptedBackend[string] = {
    draft: async () => ({ runId: 'draft' }),
    run: async () => ({ files: 2 }),
    plan: planOf(PLAN),
    addPhotos: async ({ photoIds }: { readonly photoIds: readonly string[] }) => ({
      added: photoIds.length,
    }),
    start: async () => undefined,
    judge: async () => [{ judgement: 'none', positions: [1] }],
    save: async () => ({ recipeId: 'mine' }),
    list: async () => [recipe()],
  };
  const bench = runBench({ ...others, recipes: { ...known, ...recipes } });
  const store = createRecipesStore();
  const session = createRecipesSession({
    ...bench,
    store,
    addFile: addFile ?? (async () => undefined),
    upload: async (_, signal) => {
      await Promise.resolve();
      signal?.throwIfAborted();
      return { uploadId: 'uploaded' };
    },
  });
  return { ...bench, bench, session, store, state: store.getState };
}
