/** Parses `Retry-After` (RFC 9110, section 10.2.3): seconds or a date. */
import { dateOf } from './service-date.ts';

/** Without the answer's `Date`, later dates are not trusted, ms. */
const BELIEVED = 3_600_000;

/**
 * Dates are compared with the answer's `Date`, because this computer's clock may be wrong.
 * @param now Unix ms, for an answer without a `Date`
 * @returns whole, non-negative seconds; `undefined` if there is none or it is invalid
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
