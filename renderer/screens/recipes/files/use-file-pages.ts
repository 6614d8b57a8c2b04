/** Files of a run or of the draft, page by page, as they come into sight. */
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RecipeFile, RecipeFileFilter } from '../../../../shared/contract/recipes.ts';
import { queries } from '../../../base/backend/client.ts';
import { joinPages, numbersOf, type PageRange, type Pages } from '../../../work/rows/pages.ts';

/** Rows of one page. */
export const PAGE = 50;

/** A list of files. */
export interface FileView {
  readonly runId: string;
  readonly filter: RecipeFileFilter;
  /** Files with another number are others. */
  readonly revision: number;
}

/** One page of the list. */
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
