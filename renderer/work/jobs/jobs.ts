/** Jobs and batches as the window knows them: one store each for all screens, fed by the application. */
import { useCallback, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Batch } from '../../../shared/contract/batch.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import { createFollowProblems, worstOf, type FollowProblem } from './follow-problems.ts';
import { createJobsStore, type JobsState } from './jobs-store.ts';

/** The jobs of this window. */
export const jobsStore = createJobsStore();

/** Batches that were not dismissed, the newest first. */
export const batchesStore = createStore<{ readonly batches: readonly Batch[] }>(() => ({
  batches: [],
}));

/** Why news of jobs or batches do not come, although the line is open; see `follow-problems.ts`. */
export const followProblems = createFollowProblems();

/** Part of the jobs for a component, which is drawn again only when that part changes. */
export function useJobs<Selected>(select: (state: JobsState) => Selected): Selected {
  return useStore(jobsStore.state, select);
}

/** How far a job is within its state, 0 to 1; follows every step of it. A queue has none. */
export function useJobFraction({ id, state }: Job): number | undefined {
  const subscribe = useCallback((listener: () => void) => jobsStore.onProgress(id, listener), [id]);
  const fraction = useSyncExternalStore(subscribe, () => jobsStore.fraction(id));
  return state === 'queued' ? undefined : fraction;
}

export function useBatchList(): readonly Batch[] {
  return useStore(batchesStore, ({ batches }) => batches);
}

export function useFollowProblem(): FollowProblem | undefined {
  return useStore(followProblems.state, worstOf);
}
