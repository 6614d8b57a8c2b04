import { useMemo } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { useJobPages, type JobPages } from '../../../features/jobs/use-job-pages.ts';
import { clipEntries, clipsOfGroup, jobsOf, type ClipEntry } from '../model/clip-list.ts';
import { useVideo } from '../session/index.ts';

export interface ClipList extends JobPages {
  readonly entries: readonly ClipEntry[];
  readonly order: readonly Job[];
}

export function useClips(): ClipList {
  const groupId = useVideo((state) => state.groupId);
  const leastStars = useVideo((state) => state.leastStars);
  const pages = useJobPages('video', { groupId, stars: leastStars });
  const { jobs } = pages;
  const entries = useMemo(
    () => (groupId === undefined ? clipEntries(jobs) : clipsOfGroup(jobs, groupId)),
    [jobs, groupId],
  );
  const order = useMemo(() => jobsOf(entries), [entries]);
  return { ...pages, entries, order };
}
