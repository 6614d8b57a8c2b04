/** Bytes that pass for pictures where only their first bytes are looked at. */

/** A PNG signature, and bytes of a fixed pattern up to `byteLength`. */
export function fakePng(byteLength: number): Buffer {
  const bytes = Buffer.alloc(byteLength);
  for (let index = 0; index < byteLength; index++)
    bytes[index] = (index * 31 + (index >> 8)) & 0xff;
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(bytes);
  return bytes;
}
