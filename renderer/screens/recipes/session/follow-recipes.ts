import { useThrottledCallback } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { queries } from '../../../core/backend/client.ts';
import { useShownRun } from '../files/use-shown-files.ts';
import { useRecipes, useRecipesSession } from './use-recipes.ts';
import { useSavedRecipes } from './use-saved-recipes.ts';

/** Least time between two reads of the files of a running run, ms. */
const READ_INTERVAL = 1000;

export function useFollowRecipes(): void {
  const client = useQueryClient();
  const session = useRecipesSession();
  const saved = useSavedRecipes();
  useEffect(() => {
    if (saved !== undefined) session.editing.takeSaved(saved);
  }, [saved, session]);
  const read = useCallback(
    () => void client.invalidateQueries({ queryKey: queries.recipes.files.key() }),
    [client],
  );
  const readSometimes = useThrottledCallback(read, READ_INTERVAL);
  const revision = useShownRun((run) => run?.revision);
  const isRunning = useShownRun((run) => run?.state === 'running');
  useEffect(() => {
    if (revision === undefined) return;
    // the numbers of a run change all the time; its pictures may lag behind
    if (isRunning) readSometimes();
    else read();
  }, [revision, isRunning, read, readSometimes]);
  const orders = useRecipes((all) => all.orders);
  useEffect(() => {
    if (orders > 0) read();
  }, [orders, read]);
}
