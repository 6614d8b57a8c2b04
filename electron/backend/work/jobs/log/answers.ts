/** Keeps answers until the result is recorded. They are complete once they have their name. */
import { rmSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore, StoredFile } from '../../../library/file-store.ts';
import type { KnownBytes } from '../../../library/write-hashed.ts';
import { linkOrCopy } from '../../../library/link-or-copy.ts';

export type Answers = Awaited<ReturnType<typeof openAnswers>>;

const SEPARATOR = '.';

/** @param folder absolute path of the data folder @param nameOf without extension */
export async function openAnswers(
  folder: string,
  files: FileStore,
  nameOf: (jobId: string) => string | undefined = () => undefined,
) {
  const root = join(folder, 'answers');
  await mkdir(root, { recursive: true, mode: 0o700 });
  for (const name of await readdir(root)) {
    if (name.endsWith('.part')) await rm(join(root, name), { force: true });
  }

  function path(jobId: string, index: number = 0): string {
    return join(root, index === 0 ? jobId : `${jobId}${SEPARATOR}${index}`);
  }

  async function names(): Promise<readonly string[]> {
    return (await readdir(root)).filter((name) => !name.endsWith('.part'));
  }

  async function indexes(jobId: string): Promise<readonly number[]> {
    const found = (await names()).flatMap((name) => {
      const [id, index = '0'] = name.split(SEPARATOR);
      return id === jobId ? [Number(index)] : [];
    });
    return found.sort((a, b) => a - b);
  }

  const known = new Map<string, KnownBytes>();

  const sentPath = (jobId: string, index: number): string =>
    join(root, `${jobId}.sent-${index}.part`);

  return {
    path,
    indexes,
    sentPath,
    /** Synchronous, so that the next attempt makes its own. */
    forgetSent(jobId: string): void {
      try {
        for (const index of [0, 1]) rmSync(sentPath(jobId, index), { force: true });
      } catch {
        // Windows locks a file that is being read.
      }
    },
    async list(): Promise<readonly string[]> {
      return [...new Set((await names()).map((name) => name.split(SEPARATOR)[0] ?? ''))];
    },
    async has(jobId: string, index?: number): Promise<boolean> {
      try {
        return (await stat(path(jobId, index))).isFile();
      } catch {
        return false; // A missing file is the usual case.
      }
    },
    /** Takes the bytes of a flushed file, so that `store` need not read them again. */
    arrived: (jobId: string, index: number, bytes: KnownBytes): void =>
      void known.set(path(jobId, index), bytes),
    async store(jobId: string, mediaType: string, index?: number): Promise<StoredFile> {
      const first = path(jobId, index);
      const second = files.partPath();
      await linkOrCopy(first, second);
      const staged = await files.stageExisting(second, known.get(first));
      return files.commit(staged, mediaType, nameOf(jobId));
    },
    async forget(jobId: string): Promise<void> {
      for (const index of await indexes(jobId)) {
        known.delete(path(jobId, index));
        await rm(path(jobId, index), { force: true });
      }
    },
  };
}
