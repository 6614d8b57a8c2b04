import { createHash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from './errors.ts';

/**
 * Checks the `Authorization: Bearer <key>` header ("Authentication" 1 of the specification).
 *
 * @throws ServiceError 401 MISSING_API_KEY or INVALID_API_KEY
 */
export function checkAuthorization(header: string | undefined, key: string): void {
  const given = header?.trim() ?? '';
  if (given === '' || given === 'Bearer') {
    throw new ServiceError({
      status: 401,
      reason: 'MISSING_API_KEY',
      message: 'Send your key in the header "Authorization: Bearer <key>".',
    });
  }
  if (!isEqualInConstantTime(given, `Bearer ${key}`)) {
    throw new ServiceError({
      status: 401,
      reason: 'INVALID_API_KEY',
      message: 'This key is not known here.',
    });
  }
}

/** Compares digests, so that neither the length nor the first difference shows in the duration. */
function isEqualInConstantTime(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
