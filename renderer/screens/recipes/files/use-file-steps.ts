/** Selects by keys and clicks, also across rows that are not loaded. */
import { useQueryClient } from '@tanstack/react-query';
import { useRowSteps, type ListSteps } from '../../../features/rows/use-row-steps.ts';
import { useRecipesSession, useRecipesState } from '../session/screen.ts';
import { filePageQuery, findLoaded, FILE_PAGE_SIZE, type FileView } from './use-file-pages.ts';

export function useFileSteps(view: FileView | undefined): ListSteps<number> {
  const client = useQueryClient();
  const { running, fail } = useRecipesSession();
  const state = useRecipesState();
  async function pageAt(index: number) {
    if (view === undefined) return { rows: [], total: 0 };
    const query = filePageQuery(view, Math.floor(index / FILE_PAGE_SIZE));
    return client.fetchQuery({ ...query, staleTime: Infinity });
  }
  return useRowSteps<number>({
    source: {
      view,
      count: async () => (await pageAt(0)).total,
      indexOf: (row) => findLoaded(client, view, row)?.index,
      async keys(first, last) {
        const found: number[] = [];
        for (let page = Math.floor(first / FILE_PAGE_SIZE); page * FILE_PAGE_SIZE <= last; page++) {
          const { rows } = await pageAt(page * FILE_PAGE_SIZE);
          for (const [at, { position }] of rows.entries()) {
            const index = page * FILE_PAGE_SIZE + at;
            if (index >= first && index <= last) found.push(position);
          }
        }
        return found;
      },
    },
    selection: () => state().selection,
    select: running.select,
    fail,
  });
}
