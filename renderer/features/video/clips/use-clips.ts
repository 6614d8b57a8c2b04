/** The clips of the log, page by page, with the news of the window. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Job, JobQuery } from '../../../../shared/contract/jobs.ts';
import { queries } from '../../../backend/client.ts';
import { mergeJobs } from '../../../jobs/job-list.ts';
import { useJobs } from '../../../jobs/index.ts';
import { clipEntries, clipsInOrder, membersOf, type ClipEntry } from '../model/clip-list.ts';
import { useVideo } from '../session/index.ts';

/** Clips a page. */
const PAGE = 100;

export interface Clips {
  /** Every clip that is loaded, newest first. */
  readonly jobs: readonly Job[];
  /** As the list shows them: filtered, groups as one, or the clips of the group that is open. */
  readonly entries: readonly ClipEntry[];
  /** The clips of the entries, in their order. */
  readonly order: readonly Job[];
  /** Those that wait to be sent, the next one first. */
  readonly waiting: readonly Job[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  loadMore(): void;
  reload(): void;
}

export function useClips(): Clips {
  const groupId = useVideo((state) => state.groupId);
  const leastStars = useVideo((state) => state.leastStars);
  const query = useInfiniteQuery({
    ...queries.jobs.list.infiniteOptions({
      input: (beforeJobId: string | undefined): JobQuery => ({
        limit: PAGE,
        kinds: ['video'],
        ...(leastStars === 0 ? {} : { stars: leastStars }),
        ...(groupId === undefined ? {} : { groupId }),
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
    const isWanted = (job: Job): boolean =>
      job.kind === 'video' &&
      !job.isRemoved &&
      job.stars >= leastStars &&
      (groupId === undefined || job.runId === groupId);
    return mergeJobs(data?.pages.flat() ?? [], live, isWanted, !hasNextPage);
  }, [data, live, leastStars, groupId, hasNextPage]);
  const entries = useMemo(
    () =>
      groupId === undefined
        ? clipEntries(jobs)
        : membersOf(jobs, groupId).map((job) => ({ kind: 'clip' as const, id: job.id, job })),
    [jobs, groupId],
  );
  const order = useMemo(() => clipsInOrder(entries), [entries]);
  const waiting = useMemo(
    () =>
      [...live.values()]
        .filter(({ kind, state }) => kind === 'video' && state === 'waiting')
        .sort((a, b) => (a.startsAt ?? a.createdAt) - (b.startsAt ?? b.createdAt)),
    [live],
  );
  return {
    jobs,
    entries,
    order,
    waiting,
    isLoading: query.isPending,
    error: query.error,
    hasMore: hasNextPage,
    loadMore() {
      if (!query.isFetchingNextPage) void query.fetchNextPage();
    },
    reload: () => void query.refetch(),
  };
}
