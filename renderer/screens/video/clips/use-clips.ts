import { useMemo } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { type JobPages, useJobPages } from '../../../features/jobs/use-job-pages.ts';
import {
  type ClipEntry,
  clipEntries,
  clipFilter,
  clipsOfGroup,
  jobsOf,
} from '../model/clip-list.ts';
import { useVideo } from '../session/index.ts';
import { jobsStore } from '../../../features/jobs/jobs.ts';

export interface ClipList extends JobPages {
  readonly entries: readonly ClipEntry[];
  readonly order: readonly Job[];
}

export function useClips(): ClipList {
  const groupId = useVideo((state) => state.groupId);
  const leastStars = useVideo((state) => state.leastStars);
  const pages = useJobPages('video', clipFilter({ groupId, leastStars }));
  const { jobs } = pages;
  const entries = useMemo(
    () => (groupId === undefined ? clipEntries(jobs) : clipsOfGroup(jobs, groupId)),
    [jobs, groupId],
  );
  const order = useMemo(() => jobsOf(entries), [entries]);
  return { ...pages, entries, order };
}

/** Those of one connection, the next one first. */
export function waitingClips(connectionId: string): readonly Job[] {
  return [...jobsStore.state.getState().jobs.values()]
    .filter(
      (job) => job.kind === 'video' && job.state === 'waiting' && job.connectionId === connectionId,
    )
    .sort((a, b) => (a.startsAt ?? a.createdAt) - (b.startsAt ?? b.createdAt));
}
