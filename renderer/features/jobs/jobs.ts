/**
 * The jobs and recipe runs of the window: one store each for all screens, filled by the
 * application.
 */
import { useCallback, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Job } from '../../../shared/contract/jobs.ts';
import type { RecipeRun } from '../../../shared/contract/recipes.ts';
import { createFollowProblems, worstOf, type FollowProblem } from './follow-problems.ts';
import { createJobsStore, type JobsState } from './jobs-store.ts';

export const jobsStore = createJobsStore();

/** Newest first. */
export const recipeRunsStore = createStore<{ readonly runs: readonly RecipeRun[] }>(() => ({
  runs: [],
}));

/**
 * Why updates of jobs or recipes are missing although the line to the backend is open; see
 * `follow-problems.ts`.
 */
export const followProblems = createFollowProblems();

/** Selects from the jobs; the component renders again only when that changes. */
export function useJobs<Selected>(select: (state: JobsState) => Selected): Selected {
  return useStore(jobsStore.state, select);
}

/** Progress within the current state, 0 to 1, with every step. Undefined while queued. */
export function useJobFraction({ id, state }: Job): number | undefined {
  const subscribe = useCallback((listener: () => void) => jobsStore.onProgress(id, listener), [id]);
  const fraction = useSyncExternalStore(subscribe, () => jobsStore.fraction(id));
  return state === 'queued' ? undefined : fraction;
}

export function useRecipeRuns(): readonly RecipeRun[] {
  return useStore(recipeRunsStore, ({ runs }) => runs);
}

export function useFollowProblem(): FollowProblem | undefined {
  return useStore(followProblems.state, worstOf);
}
