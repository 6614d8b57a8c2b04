/**
 * The jobs and recipe runs of the window: one store each for all screens, filled by the
 * application.
 */
import { useCallback, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';
import type { RecipeRun } from '../../../shared/contract/recipes.ts';
import { createCallbacks } from '../../../shared/callbacks.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';

/** All known jobs; `fraction` and `revision` may be outdated. */
interface JobsState {
  readonly jobs: ReadonlyMap<string, Job>;
}

/**
 * Jobs known to the window. Progress changes many times a second and is kept separately, so that it
 * moves a bar without rendering the whole list.
 */
export function createJobsStore() {
  const state = createStore<JobsState>(() => ({ jobs: new Map() }));
  const newest = new Map<string, Job>();
  const progress = new Map<string, Set<() => void>>();
  const finished = createCallbacks<[job: Job]>();
  let revision = -1;

  /** @returns jobs that changed in more than progress */
  function remember(jobs: readonly Job[]): readonly Job[] {
    return jobs.filter((job) => {
      const before = newest.get(job.id);
      if (before !== undefined && before.revision > job.revision) return false;
      revision = Math.max(revision, job.revision);
      newest.set(job.id, job);
      return before === undefined || !isSameButProgress(before, job);
    });
  }

  function take(jobs: readonly Job[]): void {
    const changed = remember(jobs);
    if (changed.length > 0) {
      const entries = changed.map((job) => [job.id, job] as const);
      state.setState((current) => ({ jobs: new Map([...current.jobs, ...entries]) }));
    }
    for (const { id } of jobs) for (const listener of progress.get(id) ?? []) listener();
  }

  return {
    state,
    /** The highest revision seen, from which the stream continues; −1 before the first. */
    revision: (): number => revision,
    /** Adds jobs that were requested, without reporting them as changes. */
    takeKnown: take,
    /** Applies changes from the stream, each job once. */
    takeChanges(jobs: readonly Job[]): void {
      const ended = jobs.filter((job) => {
        const before = newest.get(job.id);
        const wasFinal = before !== undefined && isFinalJobState(before.state);
        return !wasFinal && isFinalJobState(job.state);
      });
      take(jobs);
      for (const job of ended) finished.call(job);
    },
    /** Progress within the current state, 0 to 1, if known. */
    fraction: (jobId: string): number | undefined => newest.get(jobId)?.fraction,
    /** Calls back when the job's progress changes. @returns unsubscribes */
    onProgress(jobId: string, listener: () => void): () => void {
      const listeners = progress.get(jobId) ?? new Set();
      progress.set(jobId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) progress.delete(jobId);
      };
    },
    /** Calls back as soon as a job reaches a final state. @returns unsubscribes */
    onFinished: finished.on,
  };
}

export function runningJobs(jobs: ReadonlyMap<string, Job>): readonly Job[] {
  return [...jobs.values()].filter((job) => !isFinalJobState(job.state));
}

/** Whether a list would show both alike, except for a bar. */
function isSameButProgress(before: Job, after: Job): boolean {
  const { fraction: _a, revision: _b, expectedAt: _c, ...left } = before;
  const { fraction: _d, revision: _e, expectedAt: _f, ...right } = after;
  return JSON.stringify(left) === JSON.stringify(right);
}

type FollowedNews = 'jobs' | 'recipes' | 'changes' | 'desktop';

interface FollowProblem {
  readonly error: AppError;
  /** Tries again; only once Gesso has stopped trying by itself. */
  readonly retry: (() => void) | undefined;
}

type Problems = { readonly [News in FollowedNews]?: FollowProblem | undefined };

/** Streams of updates that fail although the line to the backend is open, each with its reason. */
export function createFollowProblems() {
  const state = createStore<Problems>(() => ({}));
  const set = (news: FollowedNews, problem: FollowProblem | undefined) =>
    state.setState({ [news]: problem });
  return {
    state,
    /** @param error `undefined` once the stream works again */
    report: (news: FollowedNews, error: AppError | undefined): void =>
      set(news, error && { error, retry: undefined }),
    /** Offers to try again. Resolves when the user does, or when `signal` is aborted. */
    givenUp(news: FollowedNews, signal: AbortSignal): Promise<void> {
      const error = state.getState()[news]?.error;
      if (error === undefined) return Promise.resolve();
      return new Promise((resolve) => {
        const retry = (): void => {
          set(news, { error, retry: undefined });
          resolve();
        };
        signal.addEventListener('abort', () => resolve(), { once: true });
        set(news, { error, retry });
      });
    },
  };
}

/** The problem to show: those that wait for the user come first. */
export function worstOf({ jobs, recipes, changes, desktop }: Problems): FollowProblem | undefined {
  const problems = [jobs, recipes, changes, desktop].filter((problem) => problem !== undefined);
  return problems.find(({ retry }) => retry !== undefined) ?? problems[0];
}

export const jobsStore = createJobsStore();

/** Newest first. */
export const recipeRunsStore = createStore<{ readonly runs: readonly RecipeRun[] }>(() => ({
  runs: [],
}));

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
