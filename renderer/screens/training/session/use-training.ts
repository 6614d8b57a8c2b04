import { backend, queries } from '../../../core/backend/client.ts';
import { addTrainingFile } from '../../../core/backend/media.ts';
import { sayUndo } from '../../../core/ui/say-undo.tsx';
import { copyText } from '../../../core/ui/copy-text.ts';
import { say } from '../../../core/ui/say.ts';
import { createTrainingListStore, createTrainingSession } from './training-session.ts';
import type {
  TrainingFile,
  TrainingSummary,
  TrainingView,
} from '../../../../shared/contract/training.ts';
import type { PagedList } from '../../../features/rows/use-pages.ts';
import { useQuery } from '@tanstack/react-query';
import { useScreen } from '../../../core/screen/screen-context.tsx';

export const useTraining = createTrainingListStore();

export const training = createTrainingSession({
  backend,
  store: useTraining,
  say,
  sayUndo,
  copy: copyText,
  addFile: addTrainingFile,
});

const SIZE = 60;

export function filePages(view: TrainingView): PagedList<TrainingFile, number> {
  return {
    size: SIZE,
    query: (page) =>
      queries.training.list.queryOptions({ input: { view, offset: page * SIZE, limit: SIZE } }),
    keyOf: ({ id }) => id,
  };
}

/** Reads the counters; the component renders again only when the selected part changes. */
export function useTrainingSummary<Selected = TrainingSummary>(
  select?: (summary: TrainingSummary) => Selected,
) {
  const { isInFront } = useScreen();
  return useQuery(queries.training.summary.queryOptions({ enabled: isInFront, select }));
}
