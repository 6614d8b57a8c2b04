/** Rows of a selection, page by page, as they come into sight. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type {
  SpendRows,
  SpendRowsQuery,
  SpendSelection,
} from '../../../../shared/contract/spend.ts';
import { queries } from '../../../backend/client.ts';

/** Rows of one page. */
const PAGE = 100;

/** The order of the table. */
export interface RowOrder {
  readonly sortBy: SpendRowsQuery['sortBy'];
  readonly isDescending: boolean;
}

/** See the file comment. */
export interface RowPages {
  readonly total: SpendRows['total'] | undefined;
  readonly error: Error | null;
  /** `undefined` until its page is here. */
  row(index: number): SpendRows['rows'][number] | undefined;
}

/** @param shown first and last row in sight */
export function useRowPages(
  selection: SpendSelection,
  order: RowOrder,
  shown: { readonly first: number; readonly last: number },
): RowPages {
  const input = (page: number) => ({ selection, ...order, offset: page * PAGE, limit: PAGE });
  const first = useQuery(
    queries.spend.rows.queryOptions({ input: input(0), placeholderData: keepPreviousData }),
  );
  const from = Math.floor(Math.max(0, shown.first) / PAGE);
  const to = Math.floor(Math.max(0, shown.last) / PAGE);
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const pages = useQueries({
    queries: numbers.map((page) =>
      queries.spend.rows.queryOptions({ input: input(page), placeholderData: keepPreviousData }),
    ),
  });
  const error = first.error ?? pages.find((page) => page.error !== null)?.error ?? null;
  return useMemo(() => {
    const byPage = new Map(numbers.map((page, index) => [page, pages[index]]));
    return {
      total: first.data?.total,
      error,
      row(index) {
        const page = byPage.get(Math.floor(index / PAGE));
        // the rows of another order are not these
        return page === undefined || page.isPlaceholderData
          ? undefined
          : page.data?.rows[index % PAGE];
      },
    };
  }, [first.data, error, numbers, pages]);
}
