/** The jobs of one kind, loaded page by page from the log, with live updates. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Job, JobQuery } from '../../../shared/contract/jobs.ts';
import type { PricedKind } from '../../../shared/contract/prices.ts';
import { queries } from '../../core/backend/client.ts';
import { jobsStore, useJobs } from './jobs.ts';
import { mergeJobs } from './job-list.ts';

/** Jobs per page. */
const PAGE = 100;

export interface JobPages {
  /** Loaded ones, newest first. */
  readonly jobs: readonly Job[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  loadMore(): void;
  /** Loads everything. @returns all jobs, newest first @throws AppError */
  loadAll(): Promise<readonly Job[]>;
  reload(): void;
}

/** @param filter must stay the same object while nothing changes */
export function useJobPages(
  kind: PricedKind,
  filter: { readonly groupId?: string | undefined; readonly stars?: number } = NO_FILTER,
): JobPages {
  const { groupId, stars = 0 } = filter;
  const query = useInfiniteQuery({
    ...queries.jobs.list.infiniteOptions({
      input: (beforeJobId: string | undefined): JobQuery => ({
        limit: PAGE,
        kinds: [kind],
        ...(stars === 0 ? {} : { stars }),
        ...(groupId === undefined ? {} : { groupId }),
        ...(beforeJobId === undefined ? {} : { beforeJobId }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.id),
    }),
    // reloaded whenever the screen or filter is opened
    staleTime: 0,
    gcTime: 0,
  });
  const live = useJobs((state) => state.jobs);
  const { data, hasNextPage } = query;
  const merge = useCallback(
    (pages: readonly (readonly Job[])[], known: ReadonlyMap<string, Job>, isComplete: boolean) => {
      const isWanted = (job: Job): boolean =>
        job.kind === kind &&
        !job.isRemoved &&
        job.stars >= stars &&
        (groupId === undefined || job.runId === groupId);
      return mergeJobs(pages.flat(), known, isWanted, isComplete);
    },
    [kind, stars, groupId],
  );
  const jobs = useMemo(
    () => merge(data?.pages ?? [], live, !hasNextPage),
    [merge, data, live, hasNextPage],
  );
  return {
    jobs,
    isLoading: query.isPending,
    error: query.error,
    hasMore: hasNextPage,
    loadMore() {
      if (query.isFetchNextPageError) return;
      void query.fetchNextPage({ cancelRefetch: false });
    },
    async loadAll() {
      let last: Pick<typeof query, 'data' | 'hasNextPage'> = query;
      // before the first page, the list shows live jobs alone
      while (last.data === undefined || last.hasNextPage) {
        last = await query.fetchNextPage({ throwOnError: true, cancelRefetch: false });
      }
      return merge(last.data?.pages ?? [], jobsStore.state.getState().jobs, true);
    },
    reload: () => void query.refetch(),
  };
}

const NO_FILTER = {};
