/** Selects by keys and clicks, also across rows that are not loaded. */
import { useQueryClient } from '@tanstack/react-query';
import { MOST_TRAINING_IDS } from '../../../../shared/contract/training.ts';
import { backend } from '../../../core/backend/client.ts';
import { useRowSteps, type ListSteps } from '../../../features/rows/use-row-steps.ts';
import { pageQuery, TRAINING_PAGE_SIZE } from '../table/use-pages.ts';
import { useTrainingSession, useTrainingState } from './screen.ts';

export function useTrainingSteps(): ListSteps<number> {
  const client = useQueryClient();
  const session = useTrainingSession();
  const state = useTrainingState();
  const view = () => state().view;
  // read again only if the list has changed since
  const pageAt = (index: number) =>
    client.fetchQuery({
      ...pageQuery(view(), Math.floor(index / TRAINING_PAGE_SIZE)),
      staleTime: Infinity,
    });
  return useRowSteps<number>({
    source: {
      get view() {
        return view();
      },
      count: async () => (await pageAt(0)).total,
      indexOf({ key, index }) {
        const page = Math.floor(index / TRAINING_PAGE_SIZE);
        for (const each of [page, page - 1, page + 1]) {
          const rows = client.getQueryData(pageQuery(view(), each).queryKey)?.rows ?? [];
          const at = rows.findIndex(({ id }) => id === key);
          if (at >= 0) return each * TRAINING_PAGE_SIZE + at;
        }
        return undefined;
      },
      async keys(first, last) {
        if (first !== last) {
          const limit = Math.min(MOST_TRAINING_IDS, last - first + 1);
          return backend.training.ids({ view: view(), offset: first, limit });
        }
        const row = (await pageAt(first)).rows[first % TRAINING_PAGE_SIZE];
        return row === undefined ? [] : [row.id];
      },
    },
    selection: () => state().selection,
    select: session.select,
    fail: session.fail,
  });
}
