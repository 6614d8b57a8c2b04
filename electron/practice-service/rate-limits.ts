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
const windowMilliseconds = 60_000;

/** Limits that are set on demand; there are none by default. Calls that are refused do not count. */
export class RateLimits {
  readonly #limits = new Map<string, RateLimit>();
  /** When calls were taken, by path, in milliseconds of `performance.now()`. */
  readonly #calls = new Map<string, number[]>();

  set(limit: RateLimit): void {
    this.#limits.set(limit.path, limit);
  }

  list(): readonly RateLimit[] {
    return [...this.#limits.values()];
  }

  clear(): void {
    this.#limits.clear();
    this.#calls.clear();
  }

  /**
   * Takes a call or refuses it.
   *
   * @returns null when it is taken, else what to say in `Retry-After`: whole seconds, or null
   */
  take(path: string): { readonly retryAfterSeconds: number | null } | null {
    const limit = this.#limits.get(path);
    if (limit === undefined) return null;
    const now = performance.now();
    const calls = (this.#calls.get(path) ?? []).filter((at) => at > now - windowMilliseconds);
    this.#calls.set(path, calls);
    if (calls.length < limit.perMinute) {
      calls.push(now);
      return null;
    }
    const free = (calls[calls.length - limit.perMinute] ?? now) + windowMilliseconds;
    return { retryAfterSeconds: limit.tellsWhen ? Math.ceil((free - now) / 1000) : null };
  }
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
