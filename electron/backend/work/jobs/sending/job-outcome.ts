import type { AppError, AppErrorData } from '../../../../../shared/errors/app-error.ts';
import type { JobKindName } from '../../../../../shared/contract/job-requests.ts';
import { isPractice } from '../../../library/practice-id.ts';
import { wasNeverSent } from '../../../service/client/index.ts';

export const RATE_LIMIT = {
  /** Delay after 429 without Retry-After, ms: the service allows about 10 image calls a minute. */
  usualMilliseconds: 6000,
  /** Least delay, even if Retry-After is shorter: 0 would flood the service, ms. */
  leastMilliseconds: 1000,
  /** Ms; a longer delay ends the job, because others would wait behind it. */
  mostMilliseconds: 5 * 60_000,
} as const;

/** Ms. Nothing was sent, so nothing can be charged twice. */
const REFUSAL_WAITS = [500, 2500] as const;

type JobOutcome =
  | { readonly kind: 'wait'; readonly milliseconds: number; readonly error: AppErrorData }
  | {
      readonly kind: 'end';
      readonly state: 'failed' | 'unknown' | 'cancelled';
      readonly error: AppErrorData;
    };

export interface RunCircumstances {
  /** Practice is free. */
  readonly connectionId: string;
  readonly isStopped: boolean;
  /** Sending had begun, as far as the row knows. */
  readonly hadBegunToLeave: boolean;
  readonly isAnswerHere: boolean;
  /** Consecutive refused connections before this one. */
  readonly refusals: number;
}

/** `unknown` whenever the service may have done (and charged) the work and no answer came. */
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

/** The service cannot cancel tasks. */
export function stoppedFollowing(kind: JobKindName, connectionId: string): AppErrorData {
  if (kind === 'watch') {
    return {
      kind: 'cancelled',
      message:
        'Stopped watching. The task continues at the service. “Check again” fetches its result.',
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

/** @param hadLeft some of the request was sent */
export function stopped(hadLeft: boolean, connectionId: string): AppErrorData {
  if (!hadLeft) return { kind: 'cancelled', message: 'Stopped. Nothing was sent.' };
  return {
    kind: 'cancelled',
    message: isPractice(connectionId)
      ? 'Stopped.'
      : 'Stopped. The call was already sent and may be charged.',
  };
}

export function connectionRemoved({ connectionName }: { readonly connectionName: string }) {
  return {
    kind: 'no-connection',
    message: `Not sent, because the connection “${connectionName}” was removed. Run it again with another connection.`,
  } as const satisfies AppErrorData;
}

/** The service client sets `details.outcome` where work may have been done. */
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

/** Includes the real delay. The service refused the call, so it did nothing. */
function refusedForLong(error: AppError, milliseconds: number): AppErrorData {
  return {
    ...error.toData(),
    message: `The service takes no calls for the next ${inWords(milliseconds)} and did not carry this one out. Run it again after that.`,
  };
}

/** Rounds up, so that the user doesn't come back too early. */
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

/** Only saving failed: the answer is safe, and using it is free. */
function withKeptAnswer(error: AppError): AppErrorData {
  const data = error.toData();
  if (data.kind === 'bad-answer' || data.kind === 'not-found') return data;
  return {
    ...data,
    message: `${data.message} The service’s answer is saved. “Run again” uses it without a new call.`,
    action: 'retry',
  };
}
