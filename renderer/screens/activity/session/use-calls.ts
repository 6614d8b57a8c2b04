import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { backend } from '../../../core/backend/client.ts';
import { useNews } from '../../../features/jobs/use-news.ts';
import { callQuery, type CallFilter } from '../model/call-filter.ts';

const PAGE = 60;

/** Beyond this many pages the list refreshes only on request. */
const MOST_FOLLOWED = 5;

const KEY = 'activity';

/**
 * @param filter the same object while nothing changes
 * @param since ms since 1970; keeps the beginning of "last hour" while the list is paged
 */
export function useCalls(filter: CallFilter, since: number) {
  const client = useQueryClient();
  const [isBehind, setBehind] = useState(false);
  const shown = useRef<number>(undefined);
  const pages = useRef(0);
  const query = useMemo(() => callQuery(filter, since), [filter, since]);
  const result = useInfiniteQuery({
    queryKey: [KEY, query],
    async queryFn({ pageParam, signal }) {
      const answer = await backend.activity.list(
        { ...query, limit: PAGE, ...(pageParam === undefined ? {} : { before: pageParam }) },
        { signal },
      );
      if (pageParam === undefined) shown.current = answer.revision;
      return answer;
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ calls }) => (calls.length < PAGE ? undefined : calls.at(-1)?.id),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  pages.current = result.data?.pages.length ?? 0;

  function readAgain(): void {
    setBehind(false);
    void client.resetQueries({ queryKey: [KEY, query] });
  }

  useNews(
    (signal) => backend.activity.changes(undefined, { signal }),
    (revision) => {
      // the first value is the revision that the list already shows
      if (revision === shown.current) return;
      if (pages.current > MOST_FOLLOWED) setBehind(true);
      else void client.invalidateQueries({ queryKey: [KEY, query] });
    },
  );
  const calls = useMemo(
    () => result.data?.pages.flatMap((page) => page.calls) ?? [],
    [result.data],
  );
  return { ...result, calls, isBehind, readAgain };
}
