/** A list that is loaded page by page from its start. */
import {
  useInfiniteQuery,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query';
import { useMemo } from 'react';

export type LoadedPages<Page, Row> = ReturnType<typeof useLoadedPages<Page, Row, unknown>>;

/** @param rowsOf must stay the same function */
export function useLoadedPages<Page, Row, Cursor>(
  options: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page, Cursor>, QueryKey, Cursor>,
  rowsOf: (page: Page) => readonly Row[],
) {
  const query = useInfiniteQuery(options);
  const { data } = query;
  const rows = useMemo(() => data?.pages.flatMap(rowsOf) ?? [], [data, rowsOf]);
  /** @throws AppError */
  const loadNext = () => query.fetchNextPage({ throwOnError: true, cancelRefetch: false });
  return {
    pages: data?.pages,
    rows,
    isLoading: query.isPending,
    isLoadingMore: query.isFetchingNextPage,
    /** Whether the rows are those of the previous query. */
    isPlaceholder: query.isPlaceholderData,
    error: query.error,
    hasMore: query.hasNextPage,
    /** Does nothing after an error, which the list shows. */
    loadMore(): void {
      if (!query.isFetchNextPageError) void query.fetchNextPage({ cancelRefetch: false });
    },
    loadNext,
    /** @returns all rows @throws AppError */
    async loadAll(): Promise<readonly Row[]> {
      let last: Pick<typeof query, 'data' | 'hasNextPage'> = query;
      while (last.data === undefined || last.hasNextPage) last = await loadNext();
      return last.data.pages.flatMap(rowsOf);
    },
    reload: (): void => void query.refetch(),
  };
}
