import type { TrainingFile, TrainingView } from '../../../../shared/contract/training.ts';
import { queries } from '../../../core/backend/client.ts';
import type { PagedList } from '../../../features/rows/use-pages.ts';

const SIZE = 60;

export function filePages(view: TrainingView): PagedList<TrainingFile, number> {
  return {
    size: SIZE,
    query: (page) =>
      queries.training.list.queryOptions({ input: { view, offset: page * SIZE, limit: SIZE } }),
    keyOf: ({ id }) => id,
  };
}
