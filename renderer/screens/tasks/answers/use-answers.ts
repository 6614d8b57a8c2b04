import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { backend } from '../../../base/backend/client.ts';
import { useNews } from '../../../work/jobs/use-news.ts';

const PAGE = 60;

export type AnswerFilter = 'all' | 'running' | 'failed';

const KEY = 'answers';

/** @param text of title or model; empty for all */
export function useAnswers(show: AnswerFilter, text: string) {
  const client = useQueryClient();
  useNews(
    (signal) => backend.language.changes(undefined, { signal }),
    () => void client.invalidateQueries({ queryKey: [KEY] }),
  );
  return useInfiniteQuery({
    queryKey: [KEY, show, text],
    queryFn: ({ pageParam, signal }) =>
      backend.language.answers({ show, text, limit: PAGE, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
}
