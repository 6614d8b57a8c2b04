/**
 * One program per data folder. The lock is SQLite's own exclusive lock on a file of its own: the
 * operating system lets go of it when the process ends, however it ends, so no stale lock remains.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors/app-error.ts';

/** A held lock. */
export interface FolderLock {
  release(): void;
}

/**
 * Takes the lock of a data folder.
 *
 * @throws AppError `in-use` when another process holds it; SQLite's error when the folder cannot be
 *   written to
 */
export function lockFolder(folder: string): FolderLock {
  const database = new DatabaseSync(join(folder, 'in-use.lock'), { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) {
      throw new AppError(
        {
          kind: 'in-use',
          message:
            'Gesso is already open with this data folder. Use that window, or start with another folder (--data-dir).',
        },
        { cause: error },
      );
    }
    throw error;
  }
  return { release: () => database.close() };
}

function isBusy(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return false;
  // SQLite result codes: 5 SQLITE_BUSY, 6 SQLITE_LOCKED; extended codes keep it in the low byte.
  return typeof error.errcode === 'number' && [5, 6].includes(error.errcode & 0xff);
}
