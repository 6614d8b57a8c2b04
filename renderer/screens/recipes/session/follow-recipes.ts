/** Keeps recipes, runs and the rows in sight up to date while the screen is in front. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { backend, queries } from '../../../base/backend/client.ts';
import { useRecipeRuns } from '../../../work/jobs/jobs.ts';
import { useNews } from '../../../work/jobs/use-news.ts';
import { useRecipesSession, useRecipesState } from './screen.ts';

export function useFollowRecipes(): void {
  const client = useQueryClient();
  const session = useRecipesSession();
  const state = useRecipesState();
  useNews(
    (signal) => backend.recipes.changes(undefined, { signal }),
    (recipes) => session.editing.told(recipes),
    (error) => session.followed(error),
  );
  const runs = useRecipeRuns();
  useEffect(() => {
    const shown = (all: typeof runs | undefined) =>
      all?.find(({ id }) => id === state().shownRunId)?.revision;
    const before = shown(state().runs);
    session.running.told(runs);
    if (shown(runs) !== before) {
      void client.invalidateQueries({ queryKey: queries.recipes.files.key() });
    }
  }, [runs, client, session, state]);
}
