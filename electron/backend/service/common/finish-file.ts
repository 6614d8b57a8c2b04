import { link, open, rename, rm } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { AppError, toAppError } from '../../../../shared/errors/app-error.ts';

export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Errors of a folder that may not be read, and of disks that sync no folders, such as network ones. */
const WITHOUT_FOLDER_SYNC: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EINVAL',
  'EBADF',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
]);

/** Without it a rename does not survive a power cut. Windows has no such call, and needs none. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const handle = await open(path, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!WITHOUT_FOLDER_SYNC.has(code ?? '')) throw error;
  }
}

/** @param number from 1 */
export function numberedName(name: string, number: number): string {
  if (number === 1) return name;
  const extension = extname(name);
  return `${basename(name, extension)} (${number})${extension}`;
}

/** Errors of disks without hard links, such as memory cards. Windows: `EISDIR` (nodejs/node#65817). */
const WITHOUT_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EISDIR',
]);

/** Never replaces another file, and may leave the temporary one. @returns false if taken */
export async function takeFreeName(
  part: string,
  path: string,
  disk = { link, rename },
): Promise<boolean> {
  try {
    await disk.link(part, path); // Unlike a rename, this never replaces a file.
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!WITHOUT_LINKS.has(code ?? '')) throw error;
    return await reserve(part, path, disk);
  }
}

/** Reserves the name with an empty file, which the finished one replaces. */
async function reserve(
  part: string,
  path: string,
  disk: { readonly rename: typeof rename },
): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    await disk.rename(part, path);
  } catch (error) {
    await rm(path, { force: true }); // It is empty.
    throw error;
  }
  return true;
}

/** An AppError stays. @param message used when no other folder can be selected */
export function saveError(
  error: unknown,
  message = 'Gesso could not write the file there. Select another folder.',
): AppError {
  const known = toAppError(error);
  if (known.kind !== 'unexpected') return known;
  return new AppError('storage', message, {
    action: 'retry',
    details: known.details,
    cause: error,
  });
}
