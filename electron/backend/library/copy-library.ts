import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import { syncFile, syncFolder } from '../service/common/finish-file.ts';
import { startHashThreads, type HashThreads } from './hash-threads.ts';
import { listLibraryFiles, type LibraryFile } from './library-parts.ts';

const COPIES_AT_ONCE = 8;
/** Parallel flushes, which the disk merges. */
const FLUSHES_AT_ONCE = 16;
/** Files that are renamed together after flushing; an interruption loses at most these. */
const BATCH = { files: 1024, bytes: 1024 * 1024 * 1024 } as const;

interface CopyOptions {
  readonly from: string;
  readonly to: string;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Can be resumed. @throws AppError `storage` if a copy differs; the signal's reason */
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
  for (const folder of foldersOf(missing)) {
    await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
  }
  let done = 0;
  await using threads = startHashThreads();
  for (const batch of batchesOf(missing)) {
    const copied: LibraryFile[] = [];
    await forEach(batch, COPIES_AT_ONCE, async (file) => {
      signal?.throwIfAborted();
      const path = join(to, file.name);
      if (await copyChecked(join(from, file.name), partOf(path), file, threads)) copied.push(file);
      done += file.byteLength;
      onProgress?.(done, total);
    });
    await keep(to, copied);
  }
}

/** Files of the store are named by their SHA-256 and never change. */
function isByHash({ name }: LibraryFile): boolean {
  return /^files\/[0-9a-f]{2}\/[0-9a-f]{64}$/u.test(name);
}

function foldersOf(files: readonly LibraryFile[]): ReadonlySet<string> {
  return new Set(files.map(({ name }) => dirname(name)));
}

function* batchesOf(files: readonly LibraryFile[]): Generator<readonly LibraryFile[]> {
  let batch: LibraryFile[] = [];
  let bytes = 0;
  for (const file of files) {
    batch.push(file);
    bytes += file.byteLength;
    if (batch.length < BATCH.files && bytes < BATCH.bytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Starts no further work after a failure, and waits for running work. */
async function forEach(
  files: readonly LibraryFile[],
  atOnce: number,
  work: (file: LibraryFile) => Promise<void>,
): Promise<void> {
  const waiting = files.values();
  let hasFailed = false;
  async function workOff(): Promise<void> {
    for (const file of waiting) {
      if (hasFailed) return;
      try {
        await work(file);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, workOff));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

const partOf = (path: string) => `${path}.part`;

async function copyChecked(
  source: string,
  part: string,
  file: LibraryFile,
  { hashOf }: HashThreads,
): Promise<boolean> {
  try {
    await copyFile(source, part, constants.COPYFILE_FICLONE);
  } catch (error) {
    await rm(part, { force: true });
    if ((await stat(source).catch(() => undefined)) === undefined) return false;
    throw error;
  }
  const found = await hashOf(part);
  // A damaged file of the store stays as it was: its name is not its hash.
  const isSame = isByHash(file) && found === file.name.slice(-64);
  if (isSame || found === (await hashOf(source))) return true;
  await rm(part, { force: true });
  throw new AppError(
    'storage',
    'A copied file has other bytes than the one in your library. The library stays where it is. Check the disk, then try again.',
    { details: { file: file.name } },
  );
}

/** Flushes all before the first rename, because a rename between flushes slows the next one. */
async function keep(to: string, files: readonly LibraryFile[]): Promise<void> {
  await forEach(files, FLUSHES_AT_ONCE, async ({ name }) => {
    const part = partOf(join(to, name));
    await chmod(part, 0o600);
    await syncFile(part);
  });
  for (const { name } of files) await rename(partOf(join(to, name)), join(to, name));
  for (const folder of foldersOf(files)) await syncFolder(join(to, folder));
}
