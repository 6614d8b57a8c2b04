/** The jobs of one kind, loaded page by page from the log, with live updates. */
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Job, JobQuery } from '../../../shared/contract/jobs.ts';
import type { PricedKind } from '../../../shared/contract/prices.ts';
import { queries } from '../../core/backend/client.ts';
import { useScreen } from '../../core/screen/screen-context.tsx';
import { useLoadedPages, type LoadedPages } from '../rows/use-loaded-pages.ts';
import { jobsStore } from './jobs.ts';
import { mergeJobs } from './job-list.ts';

const PAGE = 100;

export interface JobPages extends Pick<
  LoadedPages<readonly Job[], Job>,
  'isLoading' | 'error' | 'hasMore' | 'loadMore' | 'loadAll' | 'reload'
> {
  /** Loaded ones, newest first. */
  readonly jobs: readonly Job[];
}

/** @param filter must stay the same object while nothing changes */
export function useJobPages(
  kind: PricedKind,
  filter: { readonly groupId?: string | undefined; readonly stars?: number } = NO_FILTER,
): JobPages {
  const { groupId, stars = 0 } = filter;
  const loaded = useLoadedPages(
    queries.jobs.list.infiniteOptions({
      input: (beforeJobId: string | undefined): JobQuery => ({
        limit: PAGE,
        kinds: [kind],
        ...(stars === 0 ? {} : { stars }),
        ...(groupId === undefined ? {} : { groupId }),
        ...(beforeJobId === undefined ? {} : { beforeJobId }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.id),
      // reloaded whenever the screen or filter is opened
      staleTime: 0,
      gcTime: 0,
    }),
    jobsOf,
  );
  const { isInFront } = useScreen();
  // a hidden list catches up when it is shown
  const live = useSyncExternalStore(isInFront ? jobsStore.state.subscribe : neverChanges, liveJobs);
  const { rows, isLoading, error, hasMore, loadMore, loadAll, reload } = loaded;
  const merge = useCallback(
    (rows: readonly Job[], known: ReadonlyMap<string, Job>, isComplete: boolean) => {
      const isWanted = (job: Job): boolean =>
        job.kind === kind &&
        !job.isRemoved &&
        job.stars >= stars &&
        (groupId === undefined || job.runId === groupId);
      return mergeJobs(rows, known, isWanted, isComplete);
    },
    [kind, stars, groupId],
  );
  const jobs = useMemo(() => merge(rows, live, !hasMore), [merge, rows, live, hasMore]);
  return {
    jobs,
    isLoading,
    error,
    hasMore,
    loadMore,
    reload,
    loadAll: async () => merge(await loadAll(), liveJobs(), true),
  };
}

const jobsOf = (page: readonly Job[]) => page;

const liveJobs = () => jobsStore.state.getState().jobs;

const neverChanges = () => () => undefined;

const NO_FILTER = {};
