import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Job, JobGroup, JobListEntry } from '../../../../shared/contract/jobs.ts';
import { backend } from '../../../core/backend/client.ts';
import { useNow } from '../../../core/ui/use-now.ts';
import { jobsStore, useJobs } from '../../../features/jobs/jobs.ts';
import { useLoadedPages, type LoadedPages } from '../../../features/rows/use-loaded-pages.ts';
import { passes, passesAsGroup, taskQuery, type TaskFilter } from '../model/task-filter.ts';
import { createGroupGatherer, groupsAfter, type KnownGroups } from './gathered-groups.ts';
import { currentJobs, rowGroupId, mergedEntries } from '../model/task-rows.ts';

const PAGES = {
  /** Entries a page; larger ones follow if the whole list is wanted. */
  size: 60,
  large: 500,
} as const;

export interface TaskPages extends Pick<
  LoadedPages<Page, JobListEntry>,
  'isLoading' | 'error' | 'hasMore' | 'loadMore' | 'reload'
> {
  readonly entries: readonly JobListEntry[];
  /** Loads a large page, for commands that need the whole list. */
  loadLarge(): Promise<void>;
}

interface Page {
  readonly entries: readonly JobListEntry[];
  /** The window's newest revision when the page was requested. */
  readonly revision: number;
  /** When the page was requested, ms since 1970; days are counted from here. */
  readonly at: number;
  /** Most entries that the log was asked for. */
  readonly limit: number;
  readonly isGrouped: boolean;
}

export function useTaskPages(filter: TaskFilter): TaskPages {
  const areGroupsWanted = filter.isGrouped && filter.sort === 'newest';
  const size = useRef<number>(PAGES.size);
  const { from, to } = taskQuery(filter, useNow(30_000));
  const loaded = useLoadedPages(
    {
      // other days after midnight
      queryKey: ['tasks', filter, from, to],
      queryFn: ({ pageParam, signal }) =>
        loadPage(filter, areGroupsWanted, { beforeJobId: pageParam, limit: size.current }, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ entries, limit }) =>
        entries.length < limit ? undefined : lastJobId(entries),
      // read again each time the screen or the filter is opened
      staleTime: 0,
      gcTime: 0,
      // keeps the list while another filter loads
      placeholderData: keepPreviousData,
    },
    entriesOf,
  );
  const live = useJobs((state) => state.jobs);
  const { rows, hasMore, isPlaceholder, loadNext } = loaded;
  const first = loaded.pages?.[0];
  const since = first?.revision ?? Infinity;
  // entries of the previous filter are merged in their own way
  const isGrouped = first?.isGrouped ?? areGroupsWanted;
  const groups = useChangedGroups(isGrouped ? live : NO_JOBS, since);
  const entries = useMemo(() => {
    if (first === undefined) return [];
    const now = first.at;
    const isWanted = (job: Job): boolean => passes(job, filter, now);
    if (filter.sort !== 'newest') return currentJobs(rows, live, isWanted);
    return mergedEntries({
      entries: rows,
      live,
      groups,
      isComplete: !hasMore,
      isApart: !isGrouped,
      isWanted,
      isGroupWanted: (group) => passesAsGroup(group, filter),
    });
  }, [first, rows, live, groups, filter, isGrouped, hasMore]);
  return {
    ...loaded,
    entries,
    isLoading: loaded.isLoading || isPlaceholder,
    hasMore: hasMore && !isPlaceholder,
    async loadLarge() {
      size.current = PAGES.large;
      try {
        await loadNext();
      } finally {
        size.current = PAGES.size;
      }
    },
  };
}

const entriesOf = ({ entries }: Page) => entries;

const NO_JOBS: ReadonlyMap<string, Job> = new Map();

async function loadPage(
  filter: TaskFilter,
  isGrouped: boolean,
  { beforeJobId, limit }: { readonly beforeJobId: string | undefined; readonly limit: number },
  signal: AbortSignal,
): Promise<Page> {
  const revision = jobsStore.revision();
  const before = beforeJobId === undefined ? {} : { beforeJobId };
  const at = Date.now();
  const question = { limit, ...taskQuery(filter, at), ...before };
  if (isGrouped) {
    const entries = await backend.jobs.entries(question, { signal });
    return { entries, revision, at, limit, isGrouped };
  }
  const jobs = await backend.jobs.list({ ...question, sort: filter.sort }, { signal });
  return { entries: jobs.map((job) => ({ kind: 'job', job })), revision, at, limit, isGrouped };
}

function lastJobId(entries: readonly JobListEntry[]): string | undefined {
  const last = entries.at(-1);
  return last?.kind === 'group' ? last.group.first[0]?.id : last?.job.id;
}

/** Returns groups that changed after the pages were requested, in their current state. */
function useChangedGroups(
  live: ReadonlyMap<string, Job>,
  since: number,
): ReadonlyMap<string, JobGroup> {
  const [known, setKnown] = useState<KnownGroups>({ groups: new Map(), revisions: new Map() });
  const [gatherer] = useState(() =>
    createGroupGatherer({
      ask: (groupIds, signal) => backend.jobs.groups({ groupIds: [...groupIds] }, { signal }),
      take: (groups, revisions) =>
        setKnown((before) => ({
          groups: new Map([...before.groups, ...groups.map((group) => [group.id, group] as const)]),
          revisions: new Map([...before.revisions, ...revisions]),
        })),
    }),
  );
  useEffect(() => () => gatherer.stop(), [gatherer]);
  useEffect(() => {
    gatherer.changed(staleGroups(live, since, known.revisions));
  }, [gatherer, live, since, known.revisions]);
  return useMemo(() => groupsAfter(known, since), [known, since]);
}

/** Returns ids of groups with changed jobs, and their newest revision. */
function staleGroups(
  live: ReadonlyMap<string, Job>,
  since: number,
  known: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const newest = new Map<string, number>();
  for (const job of live.values()) {
    const id = rowGroupId(job);
    if (id === undefined || job.revision <= Math.max(since, known.get(id) ?? 0)) continue;
    newest.set(id, Math.max(newest.get(id) ?? 0, job.revision));
  }
  return newest;
}
