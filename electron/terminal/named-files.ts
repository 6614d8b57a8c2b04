/** Resolves files and folders of the command line, including subfolders. */
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { invalidInput } from '../../shared/errors/app-error.ts';
import {
  isPictureFile,
  walkFiles,
  type PassedOver,
} from '../backend/vision/imaging/reading/walk-files.ts';

/** Absolute paths. */
interface NamedFiles {
  readonly pictures: readonly string[];
  readonly others: readonly string[];
  /** Skipped files in folders. */
  readonly passed: readonly string[];
}

/**
 * Skips files in folders that are no pictures, and everything in `to`, so that results of an
 * earlier run are not taken for input.
 * @throws AppError `invalid-input` for a missing path
 */
export async function filesNamed(
  paths: readonly string[],
  to: string,
  passedOver: PassedOver,
): Promise<NamedFiles> {
  const pictures = new Set<string>();
  const others = new Set<string>();
  const passed = new Set<string>();
  // Shells name the same folder with and without its links.
  const place = await realpath(to).catch(() => to);
  for (const path of paths) {
    const isFolder = await folderAt(path);
    const real = await realpath(path);
    for await (const file of walkFiles([path], passedOver)) {
      const found = file.path;
      if (isFolder && isInside(join(real, relative(path, found)), place)) continue;
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
    throw invalidInput(message, { cause: error });
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
