/** Selects by keys and clicks, also across rows that are not loaded. */
import { useQueryClient } from '@tanstack/react-query';
import { MOST_TRAINING_IDS } from '../../../../shared/contract/training.ts';
import { backend } from '../../../core/backend/client.ts';
import { pageSource } from '../../../features/rows/use-pages.ts';
import { useRowSteps, type ListSteps } from '../../../features/rows/use-row-steps.ts';
import { filePages } from './file-pages.ts';
import { useTrainingSession, useTrainingState } from './use-training.ts';

export function useTrainingSteps(): ListSteps<number> {
  const client = useQueryClient();
  const session = useTrainingSession();
  const state = useTrainingState();
  const view = () => state().view;
  const source = () => pageSource(client, filePages(view()));
  return useRowSteps<number>({
    source: {
      get view() {
        return view();
      },
      count: (upTo) => source().count(upTo),
      indexOf: (place) => source().indexOf(place),
      keys(first, last) {
        if (first === last) return source().keys(first, last);
        const limit = Math.min(MOST_TRAINING_IDS, last - first + 1);
        return backend.training.ids({ view: view(), offset: first, limit });
      },
    },
    selection: () => state().selection,
    select: session.select,
    fail: session.fail,
  });
}
