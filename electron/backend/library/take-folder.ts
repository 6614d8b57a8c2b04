/** Creates the data folder if missing, restricts it to the user, and locks it. */
import { mkdir } from 'node:fs/promises';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { lockFolder, type FolderLock } from './folder-lock.ts';

/** @param folder absolute @throws AppError `in-use`, `disk-full`, `storage` */
export async function takeFolder(folder: string, log: (line: string) => void): Promise<FolderLock> {
  try {
    // SECURITY: S35 the data folder is readable by its user only.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return lockFolder(folder, () => log('in-use.lock was damaged and has been made anew'));
  } catch (error) {
    const { kind, details } = toAppError(error);
    if (error instanceof AppError || kind === 'disk-full') throw error;
    throw new AppError(
      {
        kind: 'storage',
        message: `Gesso can’t use the folder ${folder} for its data. Check that it is a folder that you may write to, or select another one (--data-dir).`,
        details,
      },
      { cause: error },
    );
  }
}
