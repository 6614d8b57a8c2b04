/** Files of a run or of the draft, page by page, as they come into sight. */
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RecipeFile, RecipeFileFilter } from '../../../../shared/contract/recipes.ts';
import { queries } from '../../../base/backend/client.ts';

/** Rows of one page. */
export const PAGE = 50;

/** A list of files. */
export interface FileView {
  readonly runId: string;
  readonly filter: RecipeFileFilter;
  /** Files with another number are others. */
  readonly revision: number;
}

/** Pages that are loaded. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** See the file comment. */
export interface FilePages {
  readonly total: number;
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** `undefined` until its page is here. */
  row(index: number): RecipeFile | undefined;
  /** Where a file is, among those that are loaded. */
  indexOf(position: number): number | undefined;
}

/** One page of the list. */
export function filePageQuery({ runId, filter }: FileView, page: number) {
  return queries.recipes.files.queryOptions({
    input: { runId, filter, offset: page * PAGE, limit: PAGE },
  });
}

export function useFilePages(view: FileView, { from, to }: PageRange): FilePages {
  const numbers = useMemo(
    () => Array.from({ length: to - from + 1 }, (_, index) => from + index),
    [from, to],
  );
  const pages = useQueries({
    queries: numbers.map((page) => ({
      ...filePageQuery(view, page),
      placeholderData: keepPreviousData,
    })),
  });
  return useMemo(() => {
    const loaded = new Map(
      numbers.flatMap((number, index) => {
        const page = pages[index];
        return page?.data === undefined ? [] : [[number, page.data] as const];
      }),
    );
    return {
      total: pages.find((page) => page.data !== undefined)?.data?.total ?? 0,
      isLoading: pages.some((page) => page.data === undefined && page.error === null),
      error: pages.find((page) => page.error !== null)?.error ?? null,
      row: (index) => loaded.get(Math.floor(index / PAGE))?.rows[index % PAGE],
      indexOf(position) {
        for (const [number, { rows }] of loaded) {
          const at = rows.findIndex((row) => row.position === position);
          if (at >= 0) return number * PAGE + at;
        }
        return undefined;
      },
    };
  }, [numbers, pages]);
}
