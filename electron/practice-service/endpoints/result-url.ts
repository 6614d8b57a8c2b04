/** Addresses of results, signed when they are handed out. */
import type { RequestContext } from '../router.ts';

/**
 * A signed address of a stored result, valid from now on. The fault `expired-urls` of the path makes
 * it one that has expired already.
 *
 * @param path the path that hands it out
 * @param seconds validity
 */
export function resultUrl(
  context: Pick<RequestContext, 'services' | 'origin'>,
  path: string,
  key: string,
  seconds: number,
): string {
  const { storage, steering } = context.services;
  const isExpired = steering?.takeExpiredUrl(path) === true;
  return storage.signedUrl('GET', context.origin, key, isExpired ? -Math.max(1, seconds) : seconds);
}
