/** Rows of the list, page by page, as they come into sight. */
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TrainingFile, TrainingView } from '../../../../shared/contract/training.ts';
import { queries } from '../../../base/backend/client.ts';

/** Rows of one page. */
export const PAGE = 60;

/** Pages that are loaded. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** The pages of rows in sight. */
export function pagesOf(firstRow: number, lastRow: number): PageRange {
  const from = Math.floor(firstRow / PAGE);
  return { from, to: Math.max(from, Math.floor(lastRow / PAGE)) };
}

/** See the file comment. */
export interface Pages {
  readonly total: number;
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** `undefined` until its page is here. */
  row(index: number): TrainingFile | undefined;
  /** Where a row is, among those that are loaded. */
  indexOf(id: number): number | undefined;
}

/** One page of the list. */
export function pageQuery(view: TrainingView, page: number) {
  return queries.training.list.queryOptions({
    input: { view, offset: page * PAGE, limit: PAGE },
  });
}

export function usePages(view: TrainingView, { from, to }: PageRange): Pages {
  const numbers = useMemo(
    () => Array.from({ length: to - from + 1 }, (_, index) => from + index),
    [from, to],
  );
  const pages = useQueries({
    queries: numbers.map((page) => pageQuery(view, page)),
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
      indexOf(id) {
        for (const [number, { rows }] of loaded) {
          const at = rows.findIndex((row) => row.id === id);
          if (at >= 0) return number * PAGE + at;
        }
        return undefined;
      },
    };
  }, [numbers, pages]);
}
