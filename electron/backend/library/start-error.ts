import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, toAppError, type AppErrorData } from '../../../shared/errors/app-error.ts';

/** Bytes needed to open a library: its smallest files and the WAL. */
const LEAST_SPACE = 1_000_000;

/** @param folders likelier cause first @returns the error itself if no disk is to blame */
export async function startError(thrown: unknown, folders: readonly string[]): Promise<AppError> {
  const error = toAppError(thrown);
  // Gesso's own messages, such as for a folder in use, lack a system code.
  const isOfSystem =
    ['unexpected', 'disk-full'].includes(error.kind) || error.details !== undefined;
  if (!isOfSystem) return error;
  for (const folder of folders) {
    const trouble = await troubleOf(folder, error.kind === 'disk-full');
    if (trouble !== undefined) {
      const { details } = error;
      return AppError.of(details === undefined ? trouble : { ...trouble, details }, {
        cause: thrown,
      });
    }
  }
  return error;
}

async function troubleOf(folder: string, isFull: boolean): Promise<AppErrorData | undefined> {
  const there = await nearest(folder);
  const another = 'or start Gesso with another folder (--data-dir)';
  try {
    await access(there, constants.W_OK);
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'EROFS'
        ? 'its disk is read-only'
        : 'you may not write there';
    return {
      kind: 'storage',
      message: `Gesso can’t start with the folder ${folder}, because ${reason}. Nothing was lost. Change that, ${another}.`,
    };
  }
  const { bavail, bsize } = await statfs(there);
  if (!isFull && bavail * bsize >= LEAST_SPACE) return undefined;
  return {
    kind: 'disk-full',
    message: `Gesso can’t start with the folder ${folder}, because its disk is full. Nothing was lost. Free some space there, ${another}.`,
  };
}

async function nearest(folder: string): Promise<string> {
  try {
    await access(folder, constants.F_OK);
    return folder;
  } catch {
    const around = dirname(folder);
    return around === folder ? folder : await nearest(around);
  }
}
