/**
 * The answers that this window follows: one stream for each, however many components show it, and a
 * list of those in progress.
 */
import { createStore } from 'zustand/vanilla';
import type { LanguageRun } from '../../../shared/contract/language.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';
import { joinEvents, type AnswerEvent } from '../../../shared/language/answer-events.ts';
import { followAnswer, type AnswerListener, type FollowAnswerDeps } from './follow-answer.ts';

/** Where an answer is shown, for a dot there. */
export interface AnswerPlace {
  readonly conversationId?: string;
  readonly documentId?: string;
}

/** Answers in progress, by run id. */
interface RunningAnswers {
  readonly running: ReadonlyMap<string, AnswerPlace>;
}

type EndListener = (run: LanguageRun, place: AnswerPlace, events: readonly AnswerEvent[]) => void;

interface Followed {
  events: AnswerEvent[];
  end: LanguageRun | undefined;
  error: AppError | undefined;
  readonly listeners: Set<AnswerListener>;
  stop: () => void;
}

/** @param deps.open opens the messages of an answer after a sequence number */
export function createAnswers(
  deps: Omit<FollowAnswerDeps, 'open'> & {
    open(
      runId: string,
      afterSequence: number,
      signal: AbortSignal,
    ): ReturnType<FollowAnswerDeps['open']>;
  },
) {
  const state = createStore<RunningAnswers>(() => ({ running: new Map() }));
  const followed = new Map<string, Followed>();
  const endListeners = new Set<EndListener>();

  function get(runId: string): Followed {
    const known = followed.get(runId);
    if (known !== undefined) return known;
    const answer: Followed = {
      events: [],
      end: undefined,
      error: undefined,
      listeners: new Set(),
      stop: () => undefined,
    };
    followed.set(runId, answer);
    const open: FollowAnswerDeps['open'] = (after, signal) => deps.open(runId, after, signal);
    answer.stop = followAnswer(
      { ...deps, open },
      {
        take(news) {
          answer.events.push(...news.events);
          answer.end = news.end;
          for (const listener of answer.listeners) listener.take(news);
          if (news.end !== undefined) ended(runId, news.end, answer.events);
        },
        onError(error) {
          answer.error = error;
          for (const listener of answer.listeners) listener.onError?.(error);
          if (error?.kind === 'not-found') forget(runId);
        },
      },
    );
    return answer;
  }

  function ended(runId: string, run: LanguageRun, events: readonly AnswerEvent[]): void {
    const place = state.getState().running.get(runId);
    setRunning(runId, undefined);
    if (place !== undefined) for (const listener of endListeners) listener(run, place, events);
    dropUnused(runId);
  }

  /** Drops a finished answer that nothing shows; it is loaded again when needed. */
  function dropUnused(runId: string): void {
    const answer = followed.get(runId);
    if (answer === undefined || answer.listeners.size > 0) return;
    if (answer.end === undefined && state.getState().running.has(runId)) return;
    forget(runId);
  }

  function forget(runId: string): void {
    followed.get(runId)?.stop();
    followed.delete(runId);
    setRunning(runId, undefined);
  }

  function setRunning(runId: string, place: AnswerPlace | undefined): void {
    const { running } = state.getState();
    if (running.get(runId) === place) return;
    const next = new Map(running);
    if (place === undefined) next.delete(runId);
    else next.set(runId, place);
    state.setState({ running: next });
  }

  return {
    state,
    /**
     * Passes an answer to a listener: first everything so far, then news once a frame.
     * @returns stops listening; the window keeps following the answer
     */
    follow(runId: string, listener: AnswerListener) {
      const answer = get(runId);
      answer.listeners.add(listener);
      if (answer.events.length > 0 || answer.end !== undefined) {
        answer.events = [...joinEvents(answer.events)];
        listener.take({ events: answer.events.slice(), end: answer.end });
      }
      if (answer.error !== undefined) listener.onError?.(answer.error);
      return () => {
        answer.listeners.delete(listener);
        dropUnused(runId);
      };
    },
    /** Follows an answer that has just started or is in progress, whether it is shown or not. */
    track(runId: string, place: AnswerPlace) {
      if (get(runId).end === undefined) setRunning(runId, place);
    },
    /** True until this window knows that a followed answer has ended. */
    isRunning: (runId: string) => state.getState().running.has(runId),
    /** Called with each finished answer; returns a function that unsubscribes. */
    onEnd(listener: EndListener) {
      endListeners.add(listener);
      return () => endListeners.delete(listener);
    },
    close() {
      for (const runId of followed.keys()) forget(runId);
    },
  };
}
