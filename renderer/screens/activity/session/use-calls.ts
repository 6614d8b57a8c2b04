import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { queries } from '../../../core/backend/client.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';
import { callQuery, type CallFilter } from '../model/call-filter.ts';

const PAGE = 60;

/** Beyond this many pages the list refreshes only on request. */
const MOST_FOLLOWED = 5;

/**
 * @param filter the same object while nothing changes
 * @param since ms since 1970; keeps the beginning of "last hour" while the list is paged
 */
export function useCalls(filter: CallFilter, since: number) {
  const client = useQueryClient();
  const { isInFront } = useScreen();
  const query = useMemo(() => callQuery(filter, since), [filter, since]);
  const isLong = (data: { readonly pages: readonly unknown[] } | undefined): boolean =>
    (data?.pages.length ?? 0) > MOST_FOLLOWED;
  const options = queries.activity.list.infiniteOptions({
    input: (before: number | undefined) => ({
      ...query,
      limit: PAGE,
      ...(before === undefined ? {} : { before }),
    }),
    initialPageParam: undefined,
    getNextPageParam: ({ calls }) => (calls.length < PAGE ? undefined : calls.at(-1)?.id),
    enabled: ({ state }) => isInFront && !isLong(state.data),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const { queryKey } = options;
  const result = useInfiniteQuery(options);
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(listener),
    [client],
  );
  const isStale = useSyncExternalStore(
    subscribe,
    () => client.getQueryState(queryKey)?.isInvalidated === true,
  );
  const calls = useMemo(
    () => result.data?.pages.flatMap((page) => page.calls) ?? [],
    [result.data],
  );
  return {
    ...result,
    calls,
    isBehind: isStale && isLong(result.data),
    readAgain: () => void client.resetQueries({ queryKey }),
  };
}
