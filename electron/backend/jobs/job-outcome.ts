/** What a broken-off run means for the user's money: the one decision behind every end of a job. */
import type { AppError, AppErrorData } from '../../../shared/errors/app-error.ts';
import { wasNeverSent } from '../service/index.ts';

/** Numbers of this module. */
export const RATE_LIMIT = {
  /** Wait after 429 without Retry-After, ms: the service allows about 10 image calls a minute. */
  usualMilliseconds: 6000,
  /** Least wait, ms, whatever Retry-After says: 0 would make a storm of calls. */
  leastMilliseconds: 1000,
} as const;

/**
 * Waits before a request is sent again whose connection was refused, ms, one after the other: nothing
 * left, so nothing can be counted twice. Then the job ends and says so.
 */
export const REFUSAL_WAITS = [500, 2500] as const;

/** How a run ended that brought no result. */
export type JobOutcome =
  /** Nothing counted; the same job tries again after the wait. */
  | { readonly kind: 'wait'; readonly milliseconds: number; readonly error: AppErrorData }
  | {
      readonly kind: 'end';
      readonly state: 'failed' | 'unknown' | 'cancelled';
      readonly error: AppErrorData;
    };

/** What is known beside the error. */
export interface RunCircumstances {
  /** The user asked for the end. */
  readonly isStopped: boolean;
  /** The request had begun to leave, as far as the job's row knows. */
  readonly hadBegunToLeave: boolean;
  /** The service's answer lies complete in its folder. */
  readonly isAnswerHere: boolean;
  /** How often in a row the connection was refused before. */
  readonly refusals: number;
}

/**
 * Decides by what is certain. `unknown` whenever the service may have done (and counted) the work and
 * no answer is here; a request that certainly never left says so.
 */
export function outcomeOf(error: AppError, circumstances: RunCircumstances): JobOutcome {
  const { isStopped, isAnswerHere } = circumstances;
  const neverLeft = !circumstances.hadBegunToLeave || wasNeverSent(error);
  if (isAnswerHere) return { kind: 'end', state: 'failed', error: withKeptAnswer(error) };
  if (isStopped && (error.kind === 'cancelled' || error.kind === 'rate-limited' || neverLeft)) {
    const left = !neverLeft && error.kind !== 'rate-limited';
    return { kind: 'end', state: 'cancelled', error: stopped(left) };
  }
  const refusalWait = REFUSAL_WAITS[circumstances.refusals];
  if (neverLeft && error.kind === 'unreachable' && refusalWait !== undefined) {
    return { kind: 'wait', milliseconds: refusalWait, error: error.toData() };
  }
  if (neverLeft) return { kind: 'end', state: 'failed', error: withNothingSent(error) };
  if (error.kind === 'rate-limited') {
    return { kind: 'wait', milliseconds: waitOf(error), error: error.toData() };
  }
  return { kind: 'end', state: mayBeCounted(error) ? 'unknown' : 'failed', error: error.toData() };
}

/** The end of a task that is not followed any more: the service cannot be told to stop. */
export function stoppedFollowing(): AppErrorData {
  return {
    kind: 'cancelled',
    message:
      'Stopped. The service cannot be told to stop, so it may go on and count the call. “Look again” fetches the result if there is one.',
  };
}

/** The end of a job that was stopped. */
export function stopped(hadLeft: boolean): AppErrorData {
  return {
    kind: 'cancelled',
    message: hadLeft
      ? 'Stopped. The request had already left, so the service may still count it.'
      : 'Stopped. Nothing was sent.',
  };
}

/** `details.outcome` is set by the service client wherever work may have been done for nothing. */
function mayBeCounted(error: AppError): boolean {
  return (
    error.kind === 'outcome-unknown' ||
    error.kind === 'service-failed' ||
    error.details?.['outcome'] === 'unknown'
  );
}

function waitOf(error: AppError): number {
  const seconds = Number(error.details?.['retryAfterSeconds'] ?? Number.NaN);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : RATE_LIMIT.usualMilliseconds;
  return Math.max(RATE_LIMIT.leastMilliseconds, wait);
}

function withNothingSent(error: AppError): AppErrorData {
  const data = error.toData();
  if (/nothing was sent/iu.test(data.message)) return data;
  return { ...data, message: `${data.message} Nothing was sent.` };
}

/** Only storing failed: what is paid for is safe, and the way out costs nothing. */
function withKeptAnswer(error: AppError): AppErrorData {
  const data = error.toData();
  if (data.kind === 'bad-answer' || data.kind === 'not-found') return data;
  return {
    ...data,
    message: `${data.message} The service’s answer is kept: “Run again” stores it without another call.`,
    action: 'retry',
  };
}
