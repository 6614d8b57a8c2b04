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

/**
 * @param isWhole the answer comes in one piece
 * @param now Unix ms
 * @returns what a screen reader reads once, and a countdown that it does not repeat
 */
export function waitWords(
  { isThinking, again }: Waiting,
  isWhole: boolean,
  now: number,
): { readonly words: string; readonly countdown: string } {
  if (again !== undefined && again.until > now) {
    const why =
      again.why === 'busy'
        ? 'The service takes no more requests right now (429)'
        : 'The service can’t be reached';
    const seconds = Math.ceil((again.until - now) / 1000);
    return { words: `${why}. Trying again`, countdown: ` in ${seconds} s` };
  }
  const words = isWhole ? 'The answer comes as a whole' : 'Waiting for the first word';
  return { words: isThinking ? 'Thinking' : words, countdown: '' };
}
