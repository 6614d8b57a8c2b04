/** SHA-256, hexadecimal, as files are named in the library. */
import { createHash } from 'node:crypto';

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
