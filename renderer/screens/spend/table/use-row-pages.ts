import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readPages } from '../../../features/rows/use-pages.ts';
import type {
  SpendHeading,
  SpendItem,
  SpendRows,
  SpendRowsQuery,
  SpendSelection,
} from '../../../../shared/contract/spend.ts';
import { queries } from '../../../core/backend/client.ts';
import { longestAmount } from './columns.ts';

const PAGE = 100;

export interface RowOrder {
  readonly sortBy: SpendRowsQuery['sortBy'];
  readonly isDescending: boolean;
  readonly heading?: SpendHeading | undefined;
  /** Headings whose rows are hidden. */
  readonly closed: readonly string[];
}

export function rowsQuery(
  selection: SpendSelection,
  { sortBy, isDescending, heading, closed }: RowOrder,
  part: { readonly offset: number; readonly limit: number },
): SpendRowsQuery {
  return {
    selection,
    sortBy,
    isDescending,
    ...(heading === undefined ? {} : { heading, closed: [...closed] }),
    ...part,
  };
}

/** Counted once a page, not at every render. */
function withSigns(rows: SpendRows): SpendRows & { readonly signs: number } {
  const sums = rows.items.map((item) => (item.kind === 'row' ? item.row : item.total));
  return { ...rows, signs: longestAmount([rows.total, ...sums], rows.digits) };
}

/** @param shown first and last line in sight */
export function useRowPages(
  selection: SpendSelection,
  order: RowOrder,
  shown: { readonly first: number; readonly last: number },
) {
  const pageOf = (page: number) =>
    queries.spend.rows.queryOptions({
      input: rowsQuery(selection, order, { offset: page * PAGE, limit: PAGE }),
      select: withSigns,
    });
  // the table keeps its length until lines of the new order are counted
  const first = useQuery({ ...pageOf(0), placeholderData: keepPreviousData });
  const from = Math.floor(Math.max(0, shown.first) / PAGE);
  const to = Math.floor(Math.max(0, shown.last) / PAGE);
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const pages = useQueries({ queries: numbers.map(pageOf), combine: readPages });
  const error = first.error ?? pages.find((page) => page.error !== null)?.error ?? null;
  return useMemo(() => {
    const shownPages = [first.data, ...pages.map(({ data }) => data)];
    const byPage = new Map(numbers.map((page, index) => [page, pages[index]]));
    return {
      total: first.data?.total,
      /** Lines, headings included. */
      count: first.data?.count ?? 0,
      headings: first.data?.headings ?? 0,
      /** Digits after the point with which every amount is exact. */
      digits: first.data?.digits ?? 2,
      /** Characters of the longest loaded amount. */
      signs: Math.max(0, ...shownPages.map((page) => page?.signs ?? 0)),
      error,
      /** `undefined` until its page is loaded. */
      item(index: number): SpendItem | undefined {
        return byPage.get(Math.floor(index / PAGE))?.data?.items[index % PAGE];
      },
    };
  }, [first.data, error, numbers, pages]);
}
