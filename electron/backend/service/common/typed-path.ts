import { stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { invalidInput } from '../../../../shared/errors/app-error.ts';

/**
 * SECURITY: S35 typed paths are accepted only where the host has no dialogs; callers check that
 * first.
 * @returns an absolute path
 * @throws AppError `invalid-input` unless the path is absolute
 */
export function typedPath(path: string | undefined): string {
  if (path !== undefined && isAbsolute(path)) return resolve(path);
  throw invalidInput('Enter a full path, starting at the root of the disk.');
}

/** @throws AppError `invalid-input` unless the folder exists */
export async function typedFolder(path: string | undefined): Promise<string> {
  const folder = typedPath(path);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) return folder;
  throw invalidInput(`There is no folder ${folder}.`);
}
