/** A list that is loaded page by page from its start. */
import {
  useInfiniteQuery,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query';
import { useMemo, useState } from 'react';

export type LoadedPages<Page, Row> = ReturnType<typeof useLoadedPages<Page, Row, unknown>>;

/** @param rowsOf must stay the same function */
export function useLoadedPages<Page, Row, Cursor>(
  options: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page, Cursor>, QueryKey, Cursor>,
  rowsOf: (page: Page) => readonly Row[],
) {
  // the result is a new object in each render, its functions and values are not
  const {
    data,
    error,
    fetchNextPage,
    hasNextPage,
    isFetchNextPageError,
    isFetchingNextPage,
    isPending,
    isPlaceholderData,
    refetch,
  } = useInfiniteQuery(options);
  // the list stays as it is while all pages load, because each would render it again
  const [held, setHeld] = useState<typeof data>();
  const isHeld = held !== undefined && held.pages[0] === data?.pages[0];
  const shown = isHeld ? held : data;
  const hasMore = isHeld || hasNextPage;
  const rows = useMemo(() => shown?.pages.flatMap(rowsOf) ?? [], [shown, rowsOf]);
  /** @throws AppError */
  const loadNext = () => fetchNextPage({ throwOnError: true, cancelRefetch: false });
  return {
    pages: shown?.pages,
    rows,
    isLoading: isPending,
    isLoadingMore: isFetchingNextPage,
    /** Whether the rows are those of the previous query. */
    isPlaceholder: isPlaceholderData,
    error,
    hasMore,
    /** Does nothing after an error, which the list shows. */
    loadMore(): void {
      if (!isFetchNextPageError) void fetchNextPage({ cancelRefetch: false });
    },
    loadNext,
    /** @returns all rows @throws AppError */
    async loadAll(): Promise<readonly Row[]> {
      let last: { readonly data: typeof data; readonly hasNextPage: boolean } = {
        data: shown,
        hasNextPage: hasMore,
      };
      setHeld(shown);
      try {
        while (last.data === undefined || last.hasNextPage) last = await loadNext();
      } finally {
        setHeld(undefined);
      }
      return last.data.pages.flatMap(rowsOf);
    },
    reload: (): void => void refetch(),
  };
}
