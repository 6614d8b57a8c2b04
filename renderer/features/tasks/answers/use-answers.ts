/** Answers of models, page by page, read again when some have begun or ended. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { backend, backendLine } from '../../../backend/client.ts';
import { followStream } from '../../../jobs/follow-stream.ts';
import { say } from '../../../ui/say.ts';

/** Answers on a page. */
const PAGE = 60;

/** Which of them. */
export type AnswerFilter = 'all' | 'running' | 'failed';

const KEY = 'answers';

export function useAnswers(show: AnswerFilter) {
  const client = useQueryClient();
  useEffect(() => {
    const aborting = new AbortController();
    void followStream(
      {
        open: (signal) => backend.language.changes(undefined, { signal }),
        take: () => void client.invalidateQueries({ queryKey: [KEY] }),
        told: (error) => {
          if (error !== undefined) say(error.message);
        },
        givenUp: (signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve(), { once: true });
          }),
      },
      backendLine,
      aborting.signal,
    );
    return () => aborting.abort();
  }, [client]);
  return useInfiniteQuery({
    queryKey: [KEY, show],
    queryFn: ({ pageParam, signal }) =>
      backend.language.answers({ show, limit: PAGE, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after,
    gcTime: 0,
  });
}
