/** Streams of news that bring none although the line to the backend is open, each with its own reason. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../shared/errors/app-error.ts';

/** News that are followed. */
export type FollowedNews = 'jobs' | 'recipes' | 'desktop';

export interface FollowProblem {
  readonly error: AppError;
  /** Goes on; only once Gesso has stopped trying by itself. */
  readonly retry: (() => void) | undefined;
}

type Problems = { readonly [News in FollowedNews]?: FollowProblem | undefined };

export interface FollowProblems {
  readonly state: Pick<StoreApi<Problems>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** @param error `undefined` when the stream works again */
  report(news: FollowedNews, error: AppError | undefined): void;
  /** Offers the way on. Resolves when the user takes it, or when `signal` is aborted. */
  givenUp(news: FollowedNews, signal: AbortSignal): Promise<void>;
}

export function createFollowProblems(): FollowProblems {
  const state = createStore<Problems>(() => ({}));
  const set = (news: FollowedNews, problem: FollowProblem | undefined) =>
    state.setState({ [news]: problem });
  return {
    state,
    report: (news, error) => set(news, error && { error, retry: undefined }),
    givenUp(news, signal) {
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

/** The one to show: one that waits for the user goes before one that is still tried. */
export function worstOf({ jobs, recipes, desktop }: Problems): FollowProblem | undefined {
  const problems = [jobs, recipes, desktop].filter((problem) => problem !== undefined);
  return problems.find(({ retry }) => retry !== undefined) ?? problems[0];
}
