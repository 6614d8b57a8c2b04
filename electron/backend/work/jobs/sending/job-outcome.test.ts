import { describe, expect, it } from 'vitest';
import {
  AppError,
  APP_ERROR_KINDS,
  type AppErrorData,
} from '../../../../../shared/errors/app-error.ts';
import { PRACTICE_ID } from '../../../library/practice-id.ts';
import {
  outcomeOf,
  RATE_LIMIT,
  stopped,
  stoppedFollowing,
  type RunCircumstances,
} from './job-outcome.ts';

const LEFT: RunCircumstances = {
  connectionId: 'account',
  isStopped: false,
  hadBegunToLeave: true,
  isAnswerHere: false,
  refusals: 9,
};

function failure(kind: AppErrorData['kind'], details?: AppErrorData['details']): AppError {
  return new AppError(kind, 'It went wrong.', { details });
}

describe('the outcome of a run', () => {
  it('says that nothing was sent for every such error, and never otherwise', () => {
    for (const kind of APP_ERROR_KINDS) {
      for (const isStopped of [true, false]) {
        const never = [
          outcomeOf(failure(kind), { ...LEFT, isStopped, hadBegunToLeave: false }),
          outcomeOf(failure(kind, { request: 'not sent' }), { ...LEFT, isStopped }),
        ];
        for (const outcome of never) {
          expect(outcome.kind).toBe('end');
          expect(outcome.error.message).toMatch(/Nothing was sent\./u);
          expect(outcome).not.toMatchObject({ state: 'unknown' });
        }
        const left = outcomeOf(failure(kind), { ...LEFT, isStopped });
        if (kind !== 'rate-limited') expect(left.error.message).not.toMatch(/nothing was sent/iu);
      }
    }
  });

  it('waits after 429 as long as the service says, and at least a second', () => {
    const waits = [undefined, 0, 7, 300].map((seconds) => {
      const details: Record<string, string | number> = { request: 'sent' };
      if (seconds !== undefined) details['retryAfterSeconds'] = seconds;
      const outcome = outcomeOf(failure('rate-limited', details), LEFT);
      return outcome.kind === 'wait' ? outcome.milliseconds : -1;
    });
    expect(waits).toEqual([RATE_LIMIT.usualMilliseconds, 1000, 7000, 300_000]);
  });

  it('ends after 429 with the true wait when that exceeds five minutes', () => {
    const sentences = [301, 86_400, 700_000].map((retryAfterSeconds) => {
      const outcome = outcomeOf(failure('rate-limited', { retryAfterSeconds }), LEFT);
      expect(outcome).toMatchObject({
        kind: 'end',
        state: 'failed',
        error: { kind: 'rate-limited', details: { retryAfterSeconds } },
      });
      return outcome.error.message;
    });
    expect(sentences).toEqual(
      ['6 minutes', '24 hours', '9 days'].map(
        (wait) =>
          `The service takes no calls for the next ${wait} and did not carry this one out. Run it again after that.`,
      ),
    );
  });

  it('ends a stopped job instead of letting it wait', () => {
    const outcome = outcomeOf(failure('rate-limited'), { ...LEFT, isStopped: true });
    expect(outcome).toMatchObject({ state: 'cancelled' });
  });

  it('does not call a lost connection “stopped” because the user stopped at the same time', () => {
    const outcome = outcomeOf(failure('outcome-unknown'), { ...LEFT, isStopped: true });
    expect(outcome).toMatchObject({ state: 'unknown' });
  });

  it('mentions a possible charge, and none in practice', () => {
    for (const isTask of [false, true]) {
      const sentence = (connectionId: string) =>
        (isTask ? stoppedFollowing('video', connectionId) : stopped(true, connectionId)).message;
      expect(sentence('account')).toMatch(/charge/u);
      expect(sentence(PRACTICE_ID)).not.toMatch(/charge/u);
    }
    expect(stopped(false, 'account').message).toBe('Stopped. Nothing was sent.');
  });

  it('points to the stored answer when only saving it failed', () => {
    const outcome = outcomeOf(failure('disk-full'), { ...LEFT, isAnswerHere: true });
    expect(outcome).toMatchObject({ state: 'failed', error: { action: 'retry' } });
    expect(outcome.error.message).toContain('without a new call');
  });
});
