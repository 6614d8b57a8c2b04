/**
 * The one policy of repeating calls by itself.
 *
 * | Call                      | Repeated after                                                      |
 * | ------------------------- | ------------------------------------------------------------------- |
 * | GET                       | no connection, a connection that broke, 5xx, 429                    |
 * | POST, only when asked for | a connection that never stood (nothing was sent), 429               |
 * | PUT to the storage        | nothing                                                             |
 *
 * Everything of unknown outcome is left to the user. Waits grow by doubling, with jitter, so that many
 * windows do not come back at once; `Retry-After` counts as the least wait, and when it asks for more
 * than a call may wait, the error is thrown at once, with the seconds in it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { isTlsCode, wasNeverSent, type HttpMethod } from './http/network-errors.ts';

/** Numbers of the policy. */
export const RETRY_POLICY = {
  /** Attempts in all, the first one included. */
  attempts: 4,
  /** Milliseconds before the second attempt, doubled for each further one. */
  firstWait: 500,
  /** No wait of our own choosing is longer, milliseconds. */
  longestWait: 8_000,
  /** A wait is between this share of it and all of it. */
  leastShare: 0.5,
  /** A longer `Retry-After` is not waited for, milliseconds. */
  longestRetryAfter: 30_000,
} as const;

/** Time and chance, so that tests need neither. */
export interface ClientClock {
  /** Unix milliseconds. */
  now(): number;
  /** 0 to below 1. */
  random(): number;
  /** Rejects when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

/** The computer's own. */
export const SYSTEM_CLOCK: ClientClock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
};

/** The notice before a call is repeated. */
export interface RetryNotice {
  /** The error of the last attempt. */
  readonly error: AppError;
  /** Number of the attempt to come: 2, 3 … */
  readonly attempt: number;
  readonly waitMilliseconds: number;
}

/**
 * The wait before the next attempt.
 *
 * @param attempt number of the attempt that failed: 1, 2 …
 * @param random 0 to below 1
 * @returns milliseconds; `undefined` when the error is final
 */
export function waitBeforeRetry(
  error: AppError,
  method: HttpMethod,
  attempt: number,
  random: number,
): number | undefined {
  if (attempt >= RETRY_POLICY.attempts || !mayRepeat(error, method)) return undefined;
  const full = Math.min(RETRY_POLICY.longestWait, RETRY_POLICY.firstWait * 2 ** (attempt - 1));
  const own = full * (RETRY_POLICY.leastShare + (1 - RETRY_POLICY.leastShare) * random);
  const asked = Number(error.details?.['retryAfterSeconds'] ?? 0) * 1000;
  return asked > RETRY_POLICY.longestRetryAfter ? undefined : Math.max(own, asked);
}

function mayRepeat(error: AppError, method: HttpMethod): boolean {
  if (isLasting(error.details?.['error'])) return false;
  switch (method) {
    case 'GET':
      return ['unreachable', 'service-failed', 'rate-limited'].includes(error.kind);
    case 'POST':
      return error.kind === 'rate-limited' || (error.kind === 'unreachable' && wasNeverSent(error));
    case 'PUT':
      return false;
  }
}

/** A certificate, a handshake, a proxy that says no: the next attempt ends the same way. */
function isLasting(code: string | number | undefined): boolean {
  return typeof code === 'string' && (isTlsCode(code) || code === 'ERR_PROXY_TUNNEL');
}

/**
 * Runs a call, and again as the policy says.
 *
 * @throws AppError of the last attempt, with `details.attempts` when there were several
 */
export async function withRetries<T>(
  run: () => Promise<T>,
  options: {
    readonly method: HttpMethod;
    readonly clock: ClientClock;
    readonly signal: AbortSignal | undefined;
    onRetry?(notice: RetryNotice): void;
  },
): Promise<T> {
  const { method, clock, signal } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (thrown) {
      const error = toAppError(thrown);
      const wait = waitBeforeRetry(error, method, attempt, clock.random());
      if (wait === undefined) throw attempt === 1 ? error : withAttempts(error, attempt);
      options.onRetry?.({ error, attempt: attempt + 1, waitMilliseconds: wait });
      await clock.sleep(wait, signal).catch((reason: unknown) => {
        throw stoppedWaiting(reason, error);
      });
    }
  }
}

/** Keeps the facts of the last attempt: whether it left, above all. */
function stoppedWaiting(reason: unknown, last: AppError): AppError {
  const { kind, message } = toAppError(reason);
  return new AppError({ kind, message, details: last.details }, { cause: reason });
}

function withAttempts(error: AppError, attempts: number): AppError {
  return new AppError(
    { ...error.toData(), details: { ...error.details, attempts } },
    { cause: error.cause },
  );
}
