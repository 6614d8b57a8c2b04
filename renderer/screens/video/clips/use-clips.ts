/** The clips of the log, page by page, with the news of the window. */
import { useMemo } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { useJobs } from '../../../work/jobs/jobs.ts';
import { useJobPages, type JobPages } from '../../../work/jobs/use-job-pages.ts';
import { clipEntries, clipsInOrder, membersOf, type ClipEntry } from '../model/clip-list.ts';
import { useVideo } from '../session/index.ts';

export interface Clips extends JobPages {
  /** As the list shows them: filtered, groups as one, or the clips of the group that is open. */
  readonly entries: readonly ClipEntry[];
  /** The clips of the entries, in their order. */
  readonly order: readonly Job[];
  /** Those that wait to be sent, the next one first. */
  readonly waiting: readonly Job[];
}

export function useClips(): Clips {
  const groupId = useVideo((state) => state.groupId);
  const leastStars = useVideo((state) => state.leastStars);
  const pages = useJobPages('video', { groupId, stars: leastStars });
  const { jobs } = pages;
  const live = useJobs((state) => state.jobs);
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
  return { ...pages, entries, order, waiting };
}
