/** Selects by keys and clicks, also across rows that are not loaded. */
import { useQueryClient } from '@tanstack/react-query';
import { pageSource } from '../../../features/rows/use-pages.ts';
import { useRowSteps, type ListSteps } from '../../../features/rows/use-row-steps.ts';
import { useRecipesSession, useRecipesState } from '../session/use-recipes.ts';
import { filePages, type FileView } from './file-pages.ts';

const NO_FILES = { count: () => 0, indexOf: () => undefined, keys: () => [] };

export function useFileSteps(view: FileView | undefined): ListSteps<number> {
  const client = useQueryClient();
  const { running, fail } = useRecipesSession();
  const state = useRecipesState();
  return useRowSteps<number>({
    source: { view, ...(view === undefined ? NO_FILES : pageSource(client, filePages(view))) },
    selection: () => state().selection,
    select: running.select,
    fail,
  });
}
