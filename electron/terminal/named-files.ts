/** The files that a command line names: one by one, or in folders with their subfolders. */
import { stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { isPictureFile, walkFiles, type PassedOver } from '../backend/common/walk-files.ts';

/** Absolute paths. */
export interface NamedFiles {
  readonly pictures: readonly string[];
  /** Named one by one, and no pictures by their names. */
  readonly others: readonly string[];
  /** Those of folders. */
  readonly passed: readonly string[];
}

/**
 * Files in a folder that are no pictures are passed over, and so is all that lies in `to`: finished files of an earlier
 * run are not taken for new ones.
 *
 * @throws AppError `invalid-input` for a place where nothing is
 */
export async function filesNamed(
  paths: readonly string[],
  to: string,
  passedOver: PassedOver,
): Promise<NamedFiles> {
  const pictures = new Set<string>();
  const others = new Set<string>();
  const passed = new Set<string>();
  for (const path of paths) {
    const isFolder = await folderAt(path);
    for await (const file of walkFiles([path], passedOver)) {
      const found = file.path;
      if (isFolder && isInside(found, to)) continue;
      if (await isPictureFile(file)) pictures.add(found);
      else (isFolder ? passed : others).add(found);
    }
  }
  return { pictures: [...pictures], others: [...others], passed: [...passed] };
}

async function folderAt(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message =
      code === 'EACCES' || code === 'EPERM'
        ? `You may not read “${path}”.`
        : `There is no file or folder “${path}”.`;
    throw new AppError({ kind: 'invalid-input', message }, { cause: error });
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !/^[a-z]:/iu.test(way);
}
