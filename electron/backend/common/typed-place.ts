/** A place on the disk that the user typed, where the host has no dialogs for it. */
import { stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';

/**
 * SECURITY: S35 a typed place counts where the host has no dialogs, and nowhere else: callers look first.
 *
 * @returns an absolute path
 * @throws AppError `invalid-input` for anything but a whole path
 */
export function typedPlace(path: string | undefined): string {
  if (path !== undefined && isAbsolute(path)) return resolve(path);
  throw new AppError({
    kind: 'invalid-input',
    message: 'Type a whole path, from the top of the disk.',
  });
}

/** The same of a folder that is there. @throws AppError `invalid-input` */
export async function typedFolder(path: string | undefined): Promise<string> {
  const folder = typedPlace(path);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) return folder;
  throw new AppError({ kind: 'invalid-input', message: `There is no folder ${folder}.` });
}
