import type { AnswerEvent } from '../../../../shared/language/answer-events.ts';

export interface Waiting {
  readonly isThinking: boolean;
  /** Retry time, Unix ms. */
  readonly again?: { readonly until: number; readonly why: 'busy' | 'unreachable' } | undefined;
}

export const NOT_WAITING: Waiting = { isThinking: false };

/** Returns the same object if no event is about waiting. */
export function waitingAfter(waiting: Waiting, events: readonly AnswerEvent[]): Waiting {
  return events.reduce((before, event): Waiting => {
    switch (event.is) {
      case 'waiting':
        return { isThinking: false, again: { until: event.until, why: event.why } };
      case 'thoughts':
        return before.isThinking ? before : { isThinking: true };
      default:
        return before;
    }
  }, waiting);
}

/** @param isWhole the answer comes in one piece @param now Unix ms */
export function waitWords({ isThinking, again }: Waiting, isWhole: boolean, now: number): string {
  if (again !== undefined && again.until > now) {
    const seconds = Math.ceil((again.until - now) / 1000);
    const why =
      again.why === 'busy'
        ? 'The service takes no more requests right now (429)'
        : 'The service can’t be reached';
    return `${why}. Trying again in ${seconds} s`;
  }
  if (isThinking) return 'Thinking';
  return isWhole ? 'The answer comes as a whole' : 'Waiting for the first word';
}
