/** Answers of models, page by page, read again when some have begun or ended. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { backend } from '../../../backend/client.ts';
import { useNews } from '../../../jobs/use-news.ts';

/** Answers on a page. */
const PAGE = 60;

/** Which of them. */
export type AnswerFilter = 'all' | 'running' | 'failed';

const KEY = 'answers';

export function useAnswers(show: AnswerFilter) {
  const client = useQueryClient();
  useNews(
    (signal) => backend.language.changes(undefined, { signal }),
    () => void client.invalidateQueries({ queryKey: [KEY] }),
  );
  return useInfiniteQuery({
    queryKey: [KEY, show],
    queryFn: ({ pageParam, signal }) =>
      backend.language.answers({ show, limit: PAGE, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after,
    gcTime: 0,
  });
}
