/** Keeps uploads until they are run, and results where the host has no folder for them. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { notFound } from '../../../../shared/errors/app-error.ts';
import { openKeptCopies } from '../../library/kept-copies.ts';
import type { RunFile, StoredRun } from './run-rows.ts';

export type RecipeFolders = Awaited<ReturnType<typeof openRecipeFolders>>;

export async function openRecipeFolders(folder: string, copiesInUse: ReadonlySet<string>) {
  const saved = join(folder, 'recipes', 'saved');
  const copies = await openKeptCopies(join(folder, 'recipes', 'copies'), copiesInUse);
  return {
    /** Absolute. @throws AppError `not-found` if the file is gone */
    async pathOf({ name, source }: Pick<RunFile, 'name' | 'source'>): Promise<string> {
      if (source.from === 'photo')
        throw new Error('A photo of the library has no file of its own.');
      const path = source.from === 'path' ? source.path : copies.pathOf(source.copy);
      const facts = await stat(path).catch(() => undefined);
      if (facts?.isFile() === true) return path;
      throw notFound(`“${name}” is no longer in its folder. Put it back and try again.`, {
        action: 'retry',
      });
    },
    keep: copies.keep,
    forgetCopy: copies.forget,
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
