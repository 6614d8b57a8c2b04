import { keepPreviousData } from '@tanstack/react-query';
import type { RecipeFile, RecipeFileFilter } from '../../../../shared/contract/recipes.ts';
import { queries } from '../../../core/backend/client.ts';
import type { PagedList } from '../../../features/rows/use-pages.ts';

const SIZE = 50;

export interface FileView {
  readonly runId: string;
  readonly filter: RecipeFileFilter;
  /** Another number means that the files have changed. */
  readonly revision: number;
}

export function filePages({ runId, filter }: FileView): PagedList<RecipeFile, number> {
  return {
    size: SIZE,
    query: (page) =>
      queries.recipes.files.queryOptions({
        input: { runId, filter, offset: page * SIZE, limit: SIZE },
        placeholderData: keepPreviousData,
      }),
    keyOf: ({ position }) => position,
  };
}
