import { useThrottledCallback } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { RecipeRun } from '../../../../shared/contract/recipes.ts';
import { queries } from '../../../core/backend/client.ts';
import { useRecipeRuns } from '../../../features/jobs/jobs.ts';
import { useRecipes, useRecipesSession, useRecipesState } from './screen.ts';
import { useSavedRecipes } from './use-saved-recipes.ts';

/** Least time between two reads of the files of a running run, ms. */
const READ_INTERVAL = 1000;

export function useFollowRecipes(): void {
  const client = useQueryClient();
  const session = useRecipesSession();
  const state = useRecipesState();
  const saved = useSavedRecipes();
  useEffect(() => {
    if (saved !== undefined) session.editing.takeSaved(saved);
  }, [saved, session]);
  const read = useCallback(
    () => void client.invalidateQueries({ queryKey: queries.recipes.files.key() }),
    [client],
  );
  const readSometimes = useThrottledCallback(read, READ_INTERVAL);
  const runs = useRecipeRuns();
  useEffect(() => {
    const shown = (all: readonly RecipeRun[] | undefined) =>
      all?.find(({ id }) => id === state().shownRunId);
    const before = shown(state().runs);
    session.running.takeRuns(runs);
    const now = shown(runs);
    if (now?.revision === before?.revision) return;
    // the numbers of a run change all the time; its pictures may lag behind
    if (now?.state === 'running') readSometimes();
    else read();
  }, [runs, session, state, read, readSometimes]);
  const orders = useRecipes((all) => all.orders);
  useEffect(() => {
    if (orders > 0) read();
  }, [orders, read]);
}
