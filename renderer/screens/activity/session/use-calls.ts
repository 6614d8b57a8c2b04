import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { RecordedCall } from '../../../../shared/contract/activity.ts';
import { queries } from '../../../core/backend/client.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';
import { useLoadedPages } from '../../../features/rows/use-loaded-pages.ts';
import { callQuery, type CallFilter } from '../model/call-filter.ts';

const PAGE = 60;

/** Beyond this many pages the list refreshes only on request. */
const MOST_FOLLOWED = 5;

const callsOf = ({ calls }: { readonly calls: readonly RecordedCall[] }) => calls;

const isLong = (pages: readonly unknown[] = []): boolean => pages.length > MOST_FOLLOWED;

/**
 * @param filter the same object while nothing changes
 * @param since ms since 1970; keeps the beginning of "last hour" while the list is paged
 */
export function useCalls(filter: CallFilter, since: number) {
  const client = useQueryClient();
  const { isInFront } = useScreen();
  const query = useMemo(() => callQuery(filter, since), [filter, since]);
  const options = queries.activity.list.infiniteOptions({
    input: (before: number | undefined) => ({
      ...query,
      limit: PAGE,
      ...(before === undefined ? {} : { before }),
    }),
    initialPageParam: undefined,
    getNextPageParam: ({ calls }) => (calls.length < PAGE ? undefined : calls.at(-1)?.id),
    enabled: ({ state }) => isInFront && !isLong(state.data?.pages),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const { queryKey } = options;
  const loaded = useLoadedPages(options, callsOf);
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(listener),
    [client],
  );
  const isStale = useSyncExternalStore(
    subscribe,
    () => client.getQueryState(queryKey)?.isInvalidated === true,
  );
  return {
    ...loaded,
    isBehind: isStale && isLong(loaded.pages),
    readAgain: () => void client.resetQueries({ queryKey }),
  };
}
