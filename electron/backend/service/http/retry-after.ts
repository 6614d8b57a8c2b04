/** `Retry-After` (RFC 9110, section 10.2.3): a number of seconds or a date. */
import { dateOf } from './service-date.ts';

/** Without the answer's `Date`, a date further away than this is not trusted, ms. */
const BELIEVED = 3_600_000;

/**
 * Returns the wait in seconds. A date is compared with the answer's own `Date`: this computer's clock may
 * be a day off.
 *
 * @param now Unix time in milliseconds, for an answer without a `Date`
 * @returns whole seconds, not negative; `undefined` when there is none that can be read
 */
export function retryAfterSeconds(
  header: (name: string) => string | undefined,
  now: number,
): number | undefined {
  const text = header('retry-after')?.trim() ?? '';
  if (text === '') return undefined;
  if (/^\d+(?:\.\d+)?$/u.test(text)) return whole(Number(text));
  const until = Date.parse(text);
  const sentAt = dateOf(header);
  if (sentAt !== undefined) return whole((until - sentAt) / 1000);
  const wait = until - now;
  return wait >= 0 && wait <= BELIEVED ? whole(wait / 1000) : undefined;
}

function whole(seconds: number): number | undefined {
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
