/**
 * Answers that have arrived but are not yet results: one file a job, named after it, complete as
 * soon as it has its name. It stays until the result is recorded, so a stop at any moment in
 * between costs nothing: the next start finishes the job from the file.
 */
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore, StoredFile } from '../library/file-store.ts';

/** See the file comment. */
export interface Answers {
  /** Where the answer of a job is written to (by `<path>.part`, then renamed). */
  path(jobId: string): string;
  has(jobId: string): Promise<boolean>;
  /** Jobs whose answer is here. */
  list(): Promise<readonly string[]>;
  /** Puts the answer into the file store; the answer itself stays. */
  store(jobId: string, mediaType: string): Promise<StoredFile>;
  /** The result is recorded: the answer is not needed any more. */
  forget(jobId: string): Promise<void>;
}

/** @param folder absolute path of the data folder */
export async function openAnswers(folder: string, files: FileStore): Promise<Answers> {
  const root = join(folder, 'answers');
  await mkdir(root, { recursive: true, mode: 0o700 });
  for (const name of await readdir(root)) {
    if (name.endsWith('.part')) await rm(join(root, name), { force: true });
  }
  const path = (jobId: string) => join(root, jobId);
  return {
    path,
    async list() {
      return (await readdir(root)).filter((name) => !name.endsWith('.part'));
    },
    async has(jobId) {
      try {
        return (await stat(path(jobId))).isFile();
      } catch {
        return false; // no such file is the usual case
      }
    },
    async store(jobId, mediaType) {
      const second = files.partPath();
      await linkOrCopy(path(jobId), second);
      return files.commit(await files.stageExisting(second), mediaType);
    },
    async forget(jobId) {
      await rm(path(jobId), { force: true });
    },
  };
}

/** A second name costs nothing; file systems without hard links get a copy. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to);
  }
}
