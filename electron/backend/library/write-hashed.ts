/** A stream on its way into a new file: hashed while it is written, flushed at its end. */
import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';

/** The content of a file: its SHA-256, hexadecimal, and its length. */
export interface KnownBytes {
  readonly hash: string;
  readonly byteLength: number;
}

/**
 * SECURITY: S35 the file is readable by its user only.
 *
 * @param path absolute; must not exist yet
 * @throws the stream's error, or the disk's; nothing is left then
 */
export async function writeHashed(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<KnownBytes> {
  const hash = createHash('sha256');
  let byteLength = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      byteLength += chunk.byteLength;
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(path, { force: true });
    throw error;
  }
  await handle.close();
  return { hash: hash.digest('hex'), byteLength };
}
