/** Keeps uploads until they are sent; a file with a known path is never copied. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openKeptCopies } from '../../library/kept-copies.ts';
import type { KnownBytes } from '../../library/write-hashed.ts';
import type { StoredTrainingFile } from './training-rows.ts';

export type TrainingFiles = Awaited<ReturnType<typeof openTrainingFiles>>;

export async function openTrainingFiles(folder: string, copiesInUse: ReadonlySet<string>) {
  const thumbnails = join(folder, 'cache', 'training');
  const copies = await openKeptCopies(join(folder, 'training'), copiesInUse);
  const thumbnailPath = (hash: string) => join(thumbnails, hash.slice(0, 2), `${hash}.webp`);

  return {
    pathOf: ({ path, copy }: Pick<StoredTrainingFile, 'path' | 'copy'>): string | undefined =>
      copy === null ? (path ?? undefined) : copies.pathOf(copy),
    keep: copies.keep,
    forget: copies.forget,
    /** `adopt` then makes the copy durable. */
    newCopy(): { readonly copy: string; readonly path: string } {
      const copy = randomUUID();
      return { copy, path: copies.pathOf(copy) };
    },
    async adopt(copy: string): Promise<void> {
      const handle = await open(copies.pathOf(copy), 'r+');
      try {
        await handle.chmod(0o600);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
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
