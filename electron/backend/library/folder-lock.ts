/** An exclusive SQLite lock, which the system releases whenever the process ends. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors/app-error.ts';

export interface FolderLock {
  release(): void;
}

/** @throws AppError `in-use` if another process holds the lock; `storage` for a bad file */
export function lockFolder(folder: string, onDamage: () => void = () => undefined): FolderLock {
  const path = join(folder, LOCK_FILE);
  try {
    return lockFile(path);
  } catch (error) {
    // SQLite reports a held lock before reading the file, so no other process uses this one.
    if (!isDamaged(error)) throw namingFile(path, error);
    for (const suffix of ['', '-journal']) rmSync(path + suffix, { force: true });
    const lock = lockFile(path);
    onDamage();
    return lock;
  }
}

function lockFile(path: string): FolderLock {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (hasCode(error, BUSY)) {
      throw new AppError(
        'in-use',
        'Gesso is already open with this data folder. Use that window, or start with another folder (--data-dir).',
        { cause: error },
      );
    }
    throw error;
  }
  return { release: () => database.close() };
}

/** Names the lock file if it is a folder or inaccessible. */
function namingFile(path: string, error: unknown): unknown {
  if (error instanceof AppError || !existsSync(path)) return error;
  return new AppError(
    'storage',
    `Gesso can’t use the file “${LOCK_FILE}” in its data folder. Delete it and start Gesso again.`,
    { details: { error: String(error) }, cause: error },
  );
}

const LOCK_FILE = 'in-use.lock';

/** SQLITE_BUSY, SQLITE_LOCKED. */
const BUSY = [5, 6] as const;
/** SQLITE_CORRUPT, SQLITE_NOTADB (https://sqlite.org/rescode.html). */
const DAMAGED = [11, 26] as const;

export function isDamaged(error: unknown): boolean {
  return hasCode(error, DAMAGED);
}

/** Extended codes keep the primary code in the low byte. */
function hasCode(error: unknown, codes: readonly number[]): boolean {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return false;
  return typeof error.errcode === 'number' && codes.includes(error.errcode & 0xff);
}
