/**
 * Policy of automatic retries.
 * - GET: after no connection, a broken connection, 5xx, 429
 * - POST, only on request: after a connection that was never established (nothing was sent), 429
 * - PUT to the storage: never
 * Unknown outcomes are left to the user. Delays double, with jitter so that many windows don't
 * return at once. `Retry-After` is the least delay; if it exceeds the longest one, the error is
 * thrown at once with its seconds.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, toAppError } from '../../../../shared/errors/app-error.ts';
import { isTlsCode, wasNeverSent, type HttpMethod } from './http/network-errors.ts';

export const RETRY_POLICY = {
  /** Attempts including the first. */
  attempts: 4,
  /** Milliseconds before the second attempt, doubled each time. */
  firstWait: 500,
  /** Longest delay without `Retry-After`, ms. */
  longestWait: 8_000,
  /** Jitter: a delay is at least this fraction of its full length. */
  leastShare: 0.5,
  /** Longest `Retry-After` that is waited for, ms. */
  longestRetryAfter: 30_000,
} as const;

export interface ClientClock {
  /** Unix milliseconds. */
  now(): number;
  /** 0 to below 1. */
  random(): number;
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

export const SYSTEM_CLOCK: ClientClock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
};

export interface RetryNotice {
  readonly error: AppError;
  /** Number of the next attempt: 2, 3 … */
  readonly attempt: number;
  readonly waitMilliseconds: number;
}

/** @param random 0 to below 1 @returns ms; `undefined` if the error is final */
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

/** Certificates, handshakes and proxies: the next attempt would fail too. */
function isLasting(code: string | number | undefined): boolean {
  return typeof code === 'string' && (isTlsCode(code) || code === 'ERR_PROXY_TUNNEL');
}

/** @throws AppError of the last attempt, with `details.attempts` after several */
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

/** Keeps the facts of the last attempt, mainly whether it was sent. */
function stoppedWaiting(reason: unknown, last: AppError): AppError {
  const { kind, message } = toAppError(reason);
  return new AppError(kind, message, { details: last.details, cause: reason });
}

function withAttempts(error: AppError, attempts: number): AppError {
  return AppError.of(
    { ...error.toData(), details: { ...error.details, attempts } },
    { cause: error.cause },
  );
}
