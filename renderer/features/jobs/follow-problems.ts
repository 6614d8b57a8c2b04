/** Streams of updates that fail although the line to the backend is open, each with its reason. */
import { createStore } from 'zustand/vanilla';
import type { AppError } from '../../../shared/errors/app-error.ts';

type FollowedNews = 'jobs' | 'recipes' | 'changes' | 'desktop';

export interface FollowProblem {
  readonly error: AppError;
  /** Tries again; only once Gesso has stopped trying by itself. */
  readonly retry: (() => void) | undefined;
}

type Problems = { readonly [News in FollowedNews]?: FollowProblem | undefined };

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
