/** The last steps of a file that is written beside its place: onto the disk, under a name that is free. */
import { link, open, rename } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';

/** Waits until the bytes of a file are on the disk. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** "a.png", "a (2).png", "a (3).png". @param number from 1 */
export function numberedName(name: string, number: number): string {
  if (number === 1) return name;
  const extension = extname(name);
  return `${basename(name, extension)} (${number})${extension}`;
}

/**
 * Gives a whole file its name, never in place of another file. The part may stay: whoever wrote it removes it.
 *
 * @returns false when the name is taken
 */
export async function takeFreeName(part: string, path: string): Promise<boolean> {
  try {
    await link(part, path); // unlike a rename, this never replaces a file
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // file systems without links (memory cards)
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') {
      throw error;
    }
    return await reserve(part, path);
  }
}

/** The name is taken by an empty file first, which the whole one replaces. */
async function reserve(part: string, path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  await rename(part, path);
  return true;
}

/**
 * An error of the disk as a sentence with a way out; one that has a sentence stays.
 *
 * @param message where no other folder can be selected
 */
export function saveError(
  error: unknown,
  message = 'Gesso could not write the file there. Select another folder.',
): AppError {
  const known = toAppError(error);
  if (known.kind !== 'unexpected') return known;
  return new AppError(
    {
      kind: 'storage',
      message,
      action: 'retry',
      details: known.details,
    },
    { cause: error },
  );
}
