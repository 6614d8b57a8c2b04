import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RecipeFile, RecipeFileFilter } from '../../../../shared/contract/recipes.ts';
import { queries } from '../../../core/backend/client.ts';
import { joinPages, numbersOf, type PageRange, type Pages } from '../../../features/rows/pages.ts';

export const PAGE = 50;

export interface FileView {
  readonly runId: string;
  readonly filter: RecipeFileFilter;
  /** Another number means that the files have changed. */
  readonly revision: number;
}

export function filePageQuery({ runId, filter }: FileView, page: number) {
  return queries.recipes.files.queryOptions({
    input: { runId, filter, offset: page * PAGE, limit: PAGE },
  });
}

export function useFilePages(view: FileView, { from, to }: PageRange): Pages<RecipeFile> {
  const numbers = useMemo(() => numbersOf({ from, to }), [from, to]);
  const pages = useQueries({
    queries: numbers.map((page) => ({
      ...filePageQuery(view, page),
      placeholderData: keepPreviousData,
    })),
  });
  return useMemo(() => joinPages(numbers, pages, PAGE), [numbers, pages]);
}
