/**
 * Bytes of training files on this computer: Gesso's own copies in `training/`, and small pictures in the
 * cache. A file whose place the host knows is never copied; one that came as bytes is, until it is
 * uploaded.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { KnownBytes } from '../library/write-hashed.ts';
import { writeHashed } from '../library/write-hashed.ts';
import type { TrainingRow } from './training-rows.ts';

export interface TrainingFiles {
  /** Absolute path of the bytes that are sent. */
  pathOf(row: Pick<TrainingRow, 'path' | 'copy'>): string | undefined;
  copyPath(copy: string): string;
  /** Writes a stream as a copy, durably. @throws the stream's error; nothing is left then */
  keep(bytes: AsyncIterable<Uint8Array>): Promise<KnownBytes & { readonly copy: string }>;
  /** A path for a copy that another part writes; `adopt` then makes it durable. */
  newCopy(): { readonly copy: string; readonly path: string };
  adopt(copy: string): Promise<void>;
  forget(copy: string): Promise<void>;
  saveThumbnail(hash: string, bytes: Uint8Array): Promise<void>;
  /** `undefined` when there is none, as after the cache was emptied. */
  thumbnail(hash: string): Promise<Uint8Array | undefined>;
}

/** Opens the folders, and removes copies that belong to no row. */
export async function openTrainingFiles(
  folder: string,
  copiesInUse: ReadonlySet<string>,
): Promise<TrainingFiles> {
  const root = join(folder, 'training');
  const thumbnails = join(folder, 'cache', 'training');
  // SECURITY: S35 the copies are readable by their user only.
  await mkdir(root, { recursive: true, mode: 0o700 });
  for (const name of await readdir(root)) {
    if (!copiesInUse.has(name)) await rm(join(root, name), { force: true });
  }
  const copyPath = (copy: string) => join(root, copy);
  const thumbnailPath = (hash: string) => join(thumbnails, hash.slice(0, 2), `${hash}.webp`);

  return {
    copyPath,
    pathOf: ({ path, copy }) => (copy === null ? (path ?? undefined) : copyPath(copy)),
    async keep(bytes) {
      const copy = randomUUID();
      const part = copyPath(`${copy}.part`);
      const measured = await writeHashed(part, bytes);
      await rename(part, copyPath(copy));
      return { copy, ...measured };
    },
    newCopy() {
      const copy = randomUUID();
      return { copy, path: copyPath(copy) };
    },
    async adopt(copy) {
      const handle = await open(copyPath(copy), 'r+');
      try {
        await handle.chmod(0o600);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    forget: (copy) => rm(copyPath(copy), { force: true }),
    async saveThumbnail(hash, bytes) {
      const path = thumbnailPath(hash);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // under another name first, so that no reader gets half of it
      const part = `${path}.${randomUUID()}`;
      await writeFile(part, bytes, { mode: 0o600 });
      await rename(part, path);
    },
    thumbnail: (hash) => readFile(thumbnailPath(hash)).catch(() => undefined),
  };
}

/** Bytes read at once for a hash. */
const HASH_BYTES = 256 * 1024;

/** Memory for {@link measureFile}, which may be used again. */
export function createHashBuffer(): Buffer {
  return Buffer.allocUnsafeSlow(HASH_BYTES);
}

/**
 * Reads a whole file for its hash; nothing of it is kept.
 *
 * @param buffer memory that is used for the reading, see {@link createHashBuffer}
 * @throws as `open` does, or the signal's reason
 */
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

/** Length and time of a file as they are now. @throws as `stat` does */
export async function fileNow(
  path: string,
): Promise<{ readonly byteLength: number; readonly modifiedAt: number; readonly isFile: boolean }> {
  const found = await stat(path);
  return { byteLength: found.size, modifiedAt: found.mtimeMs, isFile: found.isFile() };
}
