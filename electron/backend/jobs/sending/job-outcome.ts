/** The one decision behind every end of a job: may a call that broke off have been charged? */
import type { AppError, AppErrorData } from '../../../../shared/errors/app-error.ts';
import type { JobKindName } from '../../../../shared/contract/job-requests.ts';
import { isPractice } from '../../connections/practice-id.ts';
import { wasNeverSent } from '../../service/index.ts';

/** Numbers of this module. */
export const RATE_LIMIT = {
  /** Wait after 429 without Retry-After, ms: the service allows about 10 image calls a minute. */
  usualMilliseconds: 6000,
  /** Least wait, ms, also where Retry-After asks for less: 0 would make a storm of calls. */
  leastMilliseconds: 1000,
  /** A longer wait ends the job, ms: users do not watch a queue for hours, and others would wait behind it. */
  mostMilliseconds: 5 * 60_000,
} as const;

/**
 * Waits before a request is sent again whose connection was refused, ms, one after the other: nothing
 * left, so nothing can be counted twice. Then the job ends and says so.
 */
export const REFUSAL_WAITS = [500, 2500] as const;

/** The end of a run without a result. */
export type JobOutcome =
  /** Nothing counted; the same job tries again after the wait. */
  | { readonly kind: 'wait'; readonly milliseconds: number; readonly error: AppErrorData }
  | {
      readonly kind: 'end';
      readonly state: 'failed' | 'unknown' | 'cancelled';
      readonly error: AppErrorData;
    };

/** Facts about the job that the error does not hold. */
export interface RunCircumstances {
  /** The connection of the job: practice is free. */
  readonly connectionId: string;
  /** The user asked for the end. */
  readonly isStopped: boolean;
  /** The request had begun to leave, as far as the job's row knows. */
  readonly hadBegunToLeave: boolean;
  /** The service's answer lies complete in its folder. */
  readonly isAnswerHere: boolean;
  /** Refused connections before this one, in a row. */
  readonly refusals: number;
}

/**
 * Decides by certain facts alone. `unknown` whenever the service may have done (and counted) the work and
 * no answer is here; a request that certainly never left says so.
 */
export function outcomeOf(error: AppError, circumstances: RunCircumstances): JobOutcome {
  const { isStopped, isAnswerHere } = circumstances;
  const neverLeft = !circumstances.hadBegunToLeave || wasNeverSent(error);
  if (isAnswerHere) {
    const state = mayBeCounted(error) ? 'unknown' : 'failed';
    return { kind: 'end', state, error: withKeptAnswer(error) };
  }
  if (isStopped && (error.kind === 'cancelled' || error.kind === 'rate-limited' || neverLeft)) {
    const left = !neverLeft && error.kind !== 'rate-limited';
    return { kind: 'end', state: 'cancelled', error: stopped(left, circumstances.connectionId) };
  }
  const refusalWait = REFUSAL_WAITS[circumstances.refusals];
  if (neverLeft && error.kind === 'unreachable' && refusalWait !== undefined) {
    return { kind: 'wait', milliseconds: refusalWait, error: error.toData() };
  }
  if (neverLeft) return { kind: 'end', state: 'failed', error: withNothingSent(error) };
  if (error.kind === 'rate-limited') {
    const milliseconds = waitOf(error);
    return milliseconds > RATE_LIMIT.mostMilliseconds
      ? { kind: 'end', state: 'failed', error: refusedForLong(error, milliseconds) }
      : { kind: 'wait', milliseconds, error: error.toData() };
  }
  return { kind: 'end', state: mayBeCounted(error) ? 'unknown' : 'failed', error: error.toData() };
}

/** The end of a task that the user stopped following. The service offers no way to stop a task. */
export function stoppedFollowing(kind: JobKindName, connectionId: string): AppErrorData {
  if (kind === 'watch') {
    return {
      kind: 'cancelled',
      message:
        'Stopped watching. The task continues at the service. “Look again” fetches its result.',
    };
  }
  const consequence = isPractice(connectionId)
    ? 'The service may still finish the task.'
    : 'The service may still finish the task and charge for it.';
  return {
    kind: 'cancelled',
    message: `Stopped. ${consequence} If a result comes, Gesso keeps it.`,
  };
}

/** The end of a job that the user stopped. @param hadLeft the request was sent, or a part of it */
export function stopped(hadLeft: boolean, connectionId: string): AppErrorData {
  if (!hadLeft) return { kind: 'cancelled', message: 'Stopped. Nothing was sent.' };
  return {
    kind: 'cancelled',
    message: isPractice(connectionId)
      ? 'Stopped.'
      : 'Stopped. The call was already sent and may be charged.',
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

/** With the true wait; the service has refused the call, so it did nothing. */
function refusedForLong(error: AppError, milliseconds: number): AppErrorData {
  return {
    ...error.toData(),
    message: `The service takes no calls for the next ${inWords(milliseconds)} and did not carry this one out. Run it again after that.`,
  };
}

/** "6 minutes", "24 hours", "3 days": rounded up, so that the user does not come back too early. */
function inWords(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours < 72 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}

function withNothingSent(error: AppError): AppErrorData {
  const data = error.toData();
  if (/nothing was sent/iu.test(data.message)) return data;
  return { ...data, message: `${data.message} Nothing was sent.` };
}

/** Only saving failed: the answer is safe, and using it costs nothing. */
function withKeptAnswer(error: AppError): AppErrorData {
  const data = error.toData();
  if (data.kind === 'bad-answer' || data.kind === 'not-found') return data;
  return {
    ...data,
    message: `${data.message} The service’s answer is saved. “Run again” uses it without a new call.`,
    action: 'retry',
  };
}
