import { useMemo } from 'react';
import { useKeptState } from '../../../core/backend/kept-state.ts';
import { useRestored } from '../../../features/runs/use-restored.ts';
import { useRecipes, useRecipesSession } from './use-recipes.ts';

export function useKeptRecipe(): void {
  const { editing } = useRecipesSession();
  const isRestored = useRecipes((state) => state.isRestored);
  const inHand = useRecipes((state) => state.inHand);
  const draftId = useRecipes((state) => state.draft?.runId ?? null);
  useRestored(editing, 'recipeInHand');
  const values = useMemo(
    () =>
      isRestored
        ? { recipeInHand: { ...inHand, recipeId: inHand.recipeId ?? null, draftId } }
        : undefined,
    [isRestored, inHand, draftId],
  );
  useKeptState(values);
}
