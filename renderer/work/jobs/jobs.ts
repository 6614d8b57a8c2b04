/** Jobs and runs of recipes as the window knows them: one store each for all screens, fed by the application. */
import { useCallback, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Job } from '../../../shared/contract/jobs.ts';
import type { RecipeRun } from '../../../shared/contract/recipes.ts';
import { createFollowProblems, worstOf, type FollowProblem } from './follow-problems.ts';
import { createJobsStore, type JobsState } from './jobs-store.ts';

/** The jobs of this window. */
export const jobsStore = createJobsStore();

/** Runs of recipes, the newest first. */
export const recipeRunsStore = createStore<{ readonly runs: readonly RecipeRun[] }>(() => ({
  runs: [],
}));

/** Why news of jobs or recipes do not come, although the line is open; see `follow-problems.ts`. */
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

export function useRecipeRuns(): readonly RecipeRun[] {
  return useStore(recipeRunsStore, ({ runs }) => runs);
}

export function useFollowProblem(): FollowProblem | undefined {
  return useStore(followProblems.state, worstOf);
}
