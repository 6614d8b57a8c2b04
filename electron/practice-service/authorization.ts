/** The key of a request, compared so that its duration tells nothing about the right one. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { refused } from './errors.ts';

/**
 * Checks the `Authorization: Bearer <key>` header ("Authentication" 1 of the specification).
 *
 * @throws ServiceError 401 MISSING_API_KEY or INVALID_API_KEY
 */
export function checkAuthorization(header: string | undefined, key: string): void {
  const given = header?.trim() ?? '';
  if (given === '' || given === 'Bearer') {
    throw refused(
      401,
      'MISSING_API_KEY',
      'Send your key in the header "Authorization: Bearer <key>".',
    );
  }
  if (!isEqualInConstantTime(given, `Bearer ${key}`)) {
    throw refused(401, 'INVALID_API_KEY', 'This key is not known here.');
  }
}

/** Compares digests, so that neither the length nor the first difference shows in the duration. */
function isEqualInConstantTime(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
