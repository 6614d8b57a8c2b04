/** The jobs of the log, page by page, with the news of the window. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Job, JobQuery } from '../../../shared/contract/jobs.ts';
import { queries } from '../../backend/client.ts';
import { isListed, mergeJobs, type JobFilter } from '../../jobs/job-list.ts';
import { useJobs } from '../../jobs/index.ts';

/** Jobs a page. */
const PAGE = 100;

const STATES: Readonly<Record<JobFilter, Pick<JobQuery, 'states' | 'isActive'>>> = {
  all: {},
  running: { isActive: true },
  done: { states: ['done'] },
  failed: { states: ['failed', 'unknown', 'expired'] },
};

export interface JobPages {
  /** Newest first. */
  readonly jobs: readonly Job[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  loadMore(): void;
  reload(): void;
}

/** @param text part of the title or the task id */
export function useJobPages(filter: JobFilter, text: string): JobPages {
  const wanted = { ...STATES[filter], ...(text.trim() === '' ? {} : { text: text.trim() }) };
  const query = useInfiniteQuery({
    ...queries.jobs.list.infiniteOptions({
      input: (beforeJobId: string | undefined): JobQuery => ({
        limit: PAGE,
        ...wanted,
        ...(beforeJobId === undefined ? {} : { beforeJobId }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.id),
    }),
    // asked anew each time the screen or the filter is opened
    staleTime: 0,
    gcTime: 0,
  });
  const live = useJobs((state) => state.jobs);
  const { data, hasNextPage } = query;
  const jobs = useMemo(() => {
    if (data === undefined) return [];
    const isWanted = (job: Job) => isListed(job, filter, text);
    return mergeJobs(data.pages.flat(), live, isWanted, !hasNextPage);
  }, [data, live, filter, text, hasNextPage]);
  return {
    jobs,
    isLoading: query.isPending,
    error: query.error,
    hasMore: hasNextPage,
    loadMore() {
      if (!query.isFetchingNextPage) void query.fetchNextPage();
    },
    reload: () => void query.refetch(),
  };
}
