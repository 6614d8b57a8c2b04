import { keepPreviousData, useQueries, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RecipeFile, RecipeFileFilter } from '../../../../shared/contract/recipes.ts';
import { queries } from '../../../core/backend/client.ts';
import type { RowPlace } from '../../../features/rows/selection.ts';
import { joinPages, numbersOf, type PageRange, type Pages } from '../../../features/rows/pages.ts';

export const FILE_PAGE_SIZE = 50;

export interface FileView {
  readonly runId: string;
  readonly filter: RecipeFileFilter;
  /** Another number means that the files have changed. */
  readonly revision: number;
}

export function filePageQuery({ runId, filter }: FileView, page: number) {
  return queries.recipes.files.queryOptions({
    input: { runId, filter, offset: page * FILE_PAGE_SIZE, limit: FILE_PAGE_SIZE },
  });
}

/** Finds a file of a loaded page; it may have moved by one page since. */
export function findLoaded(
  client: QueryClient,
  view: FileView | undefined,
  { key, index }: RowPlace<number>,
): { readonly file: RecipeFile; readonly index: number } | undefined {
  if (view === undefined) return undefined;
  const page = Math.floor(index / FILE_PAGE_SIZE);
  for (const each of [page, page - 1, page + 1]) {
    const rows = client.getQueryData(filePageQuery(view, each).queryKey)?.rows ?? [];
    const at = rows.findIndex(({ position }) => position === key);
    const file = rows[at];
    if (file !== undefined) return { file, index: each * FILE_PAGE_SIZE + at };
  }
  return undefined;
}

export function useFilePages(view: FileView, { from, to }: PageRange): Pages<RecipeFile> {
  const numbers = useMemo(() => numbersOf({ from, to }), [from, to]);
  const pages = useQueries({
    queries: numbers.map((page) => ({
      ...filePageQuery(view, page),
      placeholderData: keepPreviousData,
    })),
  });
  return useMemo(() => joinPages(numbers, pages, FILE_PAGE_SIZE), [numbers, pages]);
}
