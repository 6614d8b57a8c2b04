/** Keeps uploads until they are sent; a file with a known path is never copied. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeHashed, type KnownBytes } from '../../library/write-hashed.ts';
import type { StoredTrainingFile } from './training-rows.ts';

export type TrainingFiles = Awaited<ReturnType<typeof openTrainingFiles>>;

/** Deletes copies without a row. */
export async function openTrainingFiles(folder: string, copiesInUse: ReadonlySet<string>) {
  const root = join(folder, 'training');
  const thumbnails = join(folder, 'cache', 'training');
  // SECURITY: S35 copies are readable by their user only.
  await mkdir(root, { recursive: true, mode: 0o700 });
  for (const name of await readdir(root)) {
    if (!copiesInUse.has(name)) await rm(join(root, name), { force: true });
  }
  const copyPath = (copy: string) => join(root, copy);
  const thumbnailPath = (hash: string) => join(thumbnails, hash.slice(0, 2), `${hash}.webp`);

  return {
    copyPath,
    pathOf: ({ path, copy }: Pick<StoredTrainingFile, 'path' | 'copy'>): string | undefined =>
      copy === null ? (path ?? undefined) : copyPath(copy),
    /** Durable. @throws the stream's error, leaving no file */
    async keep(bytes: AsyncIterable<Uint8Array>): Promise<KnownBytes & { readonly copy: string }> {
      const copy = randomUUID();
      const part = copyPath(`${copy}.part`);
      const measured = await writeHashed(part, bytes);
      await rename(part, copyPath(copy));
      return { copy, ...measured };
    },
    /** `adopt` then makes the copy durable. */
    newCopy(): { readonly copy: string; readonly path: string } {
      const copy = randomUUID();
      return { copy, path: copyPath(copy) };
    },
    async adopt(copy: string): Promise<void> {
      const handle = await open(copyPath(copy), 'r+');
      try {
        await handle.chmod(0o600);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    forget: (copy: string): Promise<void> => rm(copyPath(copy), { force: true }),
    async saveThumbnail(hash: string, bytes: Uint8Array): Promise<void> {
      const path = thumbnailPath(hash);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Renamed afterwards, so that no reader gets half of it.
      const part = `${path}.${randomUUID()}`;
      await writeFile(part, bytes, { mode: 0o600 });
      await rename(part, path);
    },
    /** `undefined` if there is none, as after the cache was emptied. */
    thumbnail: (hash: string): Promise<Uint8Array | undefined> =>
      readFile(thumbnailPath(hash)).catch(() => undefined),
  };
}

const HASH_BYTES = 256 * 1024;

export function createHashBuffer(): Buffer {
  return Buffer.allocUnsafeSlow(HASH_BYTES);
}

/** @param buffer see {@link createHashBuffer} @throws errors of `open`, or the signal's reason */
export async function measureFile(
  path: string,
  signal: AbortSignal,
  buffer: Buffer = createHashBuffer(),
): Promise<KnownBytes> {
  const hash = createHash('sha256');
  let byteLength = 0;
  const handle = await open(path, 'r');
  try {
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, byteLength);
      if (bytesRead === 0) break;
      hash.update(buffer.subarray(0, bytesRead));
      byteLength += bytesRead;
    }
  } finally {
    await handle.close();
  }
  return { hash: hash.digest('hex'), byteLength };
}

/** Current length and time. @throws like `stat` */
export async function fileNow(
  path: string,
): Promise<{ readonly byteLength: number; readonly modifiedAt: number; readonly isFile: boolean }> {
  const found = await stat(path);
  return { byteLength: found.size, modifiedAt: found.mtimeMs, isFile: found.isFile() };
}
