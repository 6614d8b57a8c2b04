/** Keeps uploads until they are run, and results where the host has no folder for them. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { notFound } from '../../../../shared/errors/app-error.ts';
import { writeHashed } from '../../library/write-hashed.ts';
import type { RunFile, StoredRun } from './run-rows.ts';

export type RecipeFolders = Awaited<ReturnType<typeof openRecipeFolders>>;

export async function openRecipeFolders(folder: string, copiesInUse: ReadonlySet<string>) {
  const copies = join(folder, 'recipes', 'copies');
  const saved = join(folder, 'recipes', 'saved');
  // SECURITY: S35 readable by their user only.
  await mkdir(copies, { recursive: true, mode: 0o700 });
  for (const name of await readdir(copies)) {
    if (!copiesInUse.has(name)) await rm(join(copies, name), { force: true });
  }
  const copyPath = (copy: string) => join(copies, copy);
  return {
    /** Absolute. @throws AppError `not-found` if the file is gone */
    async pathOf({ name, source }: Pick<RunFile, 'name' | 'source'>): Promise<string> {
      if (source.from === 'photo')
        throw new Error('A photo of the library has no file of its own.');
      const path = source.from === 'path' ? source.path : copyPath(source.copy);
      const facts = await stat(path).catch(() => undefined);
      if (facts?.isFile() === true) return path;
      throw notFound(`“${name}” is no longer in its folder. Put it back and try again.`, {
        action: 'retry',
      });
    },
    /** Durable. @throws the stream's error, leaving no file */
    async keep(
      bytes: AsyncIterable<Uint8Array>,
    ): Promise<{ readonly copy: string; readonly byteLength: number }> {
      const copy = randomUUID();
      const part = copyPath(`${copy}.part`);
      const { byteLength } = await writeHashed(part, bytes);
      await rename(part, copyPath(copy));
      return { copy, byteLength };
    },
    forgetCopy: (copy: string): Promise<void> => rm(copyPath(copy), { force: true }),
    outputPlace: (
      run: Pick<StoredRun, 'id' | 'folder'>,
    ): {
      readonly folder: string;
      readonly isKept: boolean;
    } =>
      run.folder === undefined
        ? { folder: join(saved, run.id), isKept: true }
        : { folder: run.folder, isKept: false },
    forgetOutputs: (runId: string): Promise<void> =>
      rm(join(saved, runId), { recursive: true, force: true }),
  };
}
