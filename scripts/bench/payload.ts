/** Bytes to send where no program decodes the picture. */
import { randomFillSync } from 'node:crypto';

/** Random bytes that begin like a PNG: neither end looks further, and nothing can be compressed. */
export function pngLike(byteLength: number): Buffer {
  const bytes = randomFillSync(Buffer.alloc(byteLength));
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return bytes;
}
