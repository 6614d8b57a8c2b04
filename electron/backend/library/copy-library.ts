/** Copies a library's files to another folder and reads each copy again: its bytes must be those that were there. */
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import { listLibraryFiles, type LibraryFile } from './library-parts.ts';

/** Files that are copied at the same time: one is read again while another one is written. */
const AT_ONCE = 3;

/** See {@link copyLibrary}. */
export interface CopyOptions {
  readonly from: string;
  readonly to: string;
  /** Called after each file with the bytes so far and all. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Brings the files of `to` to those of `from`, without the database: what is there with the same size
 * stays, what is gone goes. May be called again after a stop.
 *
 * @throws AppError `storage` when a copy has other bytes; the file system's error; the signal's reason
 */
export async function copyLibrary({ from, to, onProgress, signal }: CopyOptions): Promise<void> {
  const wanted = await listLibraryFiles(from, true);
  const known = new Set(wanted.map(({ name }) => name));
  const there = new Map(
    (await listLibraryFiles(to, true)).map(({ name, byteLength }) => [name, byteLength]),
  );
  for (const name of there.keys()) if (!known.has(name)) await rm(join(to, name), { force: true });
  const missing = wanted.filter(
    (file) => there.get(file.name) !== file.byteLength || !isByHash(file),
  );
  const total = missing.reduce((sum, { byteLength }) => sum + byteLength, 0);
  for (const folder of new Set(missing.map(({ name }) => dirname(name)))) {
    await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
  }
  const waiting = missing.values();
  let done = 0;
  async function work(): Promise<void> {
    for (const file of waiting) {
      signal?.throwIfAborted();
      await copyChecked(join(from, file.name), join(to, file.name), file);
      done += file.byteLength;
      onProgress?.(done, total);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Files of the store have their SHA-256 as their name, and never change. */
function isByHash({ name }: LibraryFile): boolean {
  return /^files\/[0-9a-f]{2}\/[0-9a-f]{64}$/u.test(name);
}

async function copyChecked(source: string, copy: string, file: LibraryFile): Promise<void> {
  const part = `${copy}.part`;
  try {
    await copyFile(source, part, constants.COPYFILE_FICLONE);
  } catch (error) {
    await rm(part, { force: true });
    if ((await stat(source).catch(() => undefined)) === undefined) return; // removed since it was listed
    throw error;
  }
  const found = await hashOf(part);
  // a damaged file of the store stays as damaged as it was: its name is not its hash
  const isSame = isByHash(file) && found === file.name.slice(-64);
  if (!isSame && found !== (await hashOf(source))) {
    await rm(part, { force: true });
    throw new AppError({
      kind: 'storage',
      message:
        'A copied file has other bytes than the one in your library. The library stays where it is. Check the disk, then try again.',
      details: { file: file.name },
    });
  }
  await renameSynced(part, copy);
}

async function renameSynced(part: string, path: string): Promise<void> {
  const handle = await open(part, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, path);
}

/** SHA-256 of a file, hexadecimal. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}
