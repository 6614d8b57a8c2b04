/** Rate limits that a test sets, path by path. */
import type { Fields } from './fields.ts';

/** How many calls a path takes in a minute. */
export interface RateLimit {
  /** Exact path. */
  readonly path: string;
  readonly perMinute: number;
  /** Tell in `Retry-After` when the next call is taken. */
  readonly tellsWhen: boolean;
}

/** Milliseconds of the window in which calls are counted. */
const WINDOW_MILLISECONDS = 60_000;

/** Limits that are set on demand; there are none by default. Calls that are refused do not count. */
export interface RateLimits {
  set(limit: RateLimit): void;
  list(): readonly RateLimit[];
  clear(): void;
  /**
   * Takes a call or refuses it.
   *
   * @returns null when it is taken, else the seconds (whole, or null for none) for `Retry-After`
   */
  take(path: string): { readonly retryAfterSeconds: number | null } | null;
}

/** No limits yet. */
export function createRateLimits(): RateLimits {
  const limits = new Map<string, RateLimit>();
  /** When calls were taken, by path, in milliseconds of `performance.now()`. */
  const calls = new Map<string, readonly number[]>();
  return {
    set: (limit) => void limits.set(limit.path, limit),
    list: () => [...limits.values()],
    clear: () => {
      limits.clear();
      calls.clear();
    },
    take: (path) => {
      const limit = limits.get(path);
      if (limit === undefined) return null;
      const now = performance.now();
      const taken = (calls.get(path) ?? []).filter((at) => at > now - WINDOW_MILLISECONDS);
      const isFree = taken.length < limit.perMinute;
      calls.set(path, isFree ? [...taken, now] : taken);
      if (isFree) return null;
      const free = (taken[taken.length - limit.perMinute] ?? now) + WINDOW_MILLISECONDS;
      return { retryAfterSeconds: limit.tellsWhen ? Math.ceil((free - now) / 1000) : null };
    },
  };
}

/**
 * Reads the body of `POST /practice/rate-limits`.
 *
 * @throws ServiceError 400 INVALID_REQUEST_BODY
 */
export function readRateLimit(fields: Fields): RateLimit {
  const limit = {
    path: fields.text('path'),
    perMinute: fields.integer('perMinute', 10, 0, 1_000_000),
    tellsWhen: fields.flag('retryAfter'),
  };
  fields.checkNothingLeft();
  return limit;
}
