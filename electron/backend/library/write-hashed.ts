import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';

/** SHA-256 in hexadecimal, and the length. */
export interface KnownBytes {
  readonly hash: string;
  readonly byteLength: number;
}

/**
 * SECURITY: S35 the file is readable by its user only.
 * @param path absolute; must not exist
 * @throws the stream's or disk's error, leaving no file
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
