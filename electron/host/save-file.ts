/** Saves a finished file where the user says: written beside its place, then renamed over it. */
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { AppError, toAppError } from '../../shared/errors/app-error.ts';
import type { SaveFileOutcome, SaveFileRequest } from '../backend/common/ports.ts';
import type { UnfinishedSaves } from './unfinished-saves.ts';

/** The question to the save dialog. */
export interface SaveQuestion {
  readonly defaultPath: string;
  readonly filters: { name: string; extensions: string[] }[];
}

/** Asks the user; `undefined` when the dialog was cancelled. SECURITY: S35 paths come from here only. */
export type AskForPath = (question: SaveQuestion) => Promise<string | undefined>;

/**
 * The `saveFile` port over a dialog.
 *
 * @param folder where the dialog starts the first time; then where the last file went
 * @param unfinished remembers files that are half written
 */
export function createSaveFile(
  ask: AskForPath,
  folder: string,
  unfinished: UnfinishedSaves,
): (request: SaveFileRequest) => Promise<SaveFileOutcome> {
  let lastFolder = folder;
  return async (request) => {
    if (request.replace !== undefined) {
      await writeInPlace(request.replace, request, unfinished);
      return { kind: 'saved', name: basename(request.replace), path: request.replace };
    }
    if (request.folder !== undefined) {
      const name = await writeBeside(request.folder, request, unfinished);
      return { kind: 'saved', name, path: join(request.folder, name) };
    }
    const path = await ask({
      defaultPath: join(lastFolder, request.suggestedName),
      filters: filtersFor(request),
    });
    if (path === undefined) return { kind: 'cancelled' };
    lastFolder = dirname(path);
    await writeInPlace(path, request, unfinished);
    return { kind: 'saved', name: basename(path), path };
  };
}

function filtersFor({ suggestedName, mediaType }: SaveFileRequest): SaveQuestion['filters'] {
  const extension = extname(suggestedName).slice(1);
  if (extension === '') return [];
  const [type, format = extension] = mediaType.split('/');
  const name = `${format.toUpperCase()} ${type === 'video' ? 'video' : 'picture'}`;
  return [{ name, extensions: extension === 'jpg' ? ['jpg', 'jpeg'] : [extension] }];
}

/** An existing file is replaced only by a complete one. */
async function writeInPlace(
  path: string,
  request: SaveFileRequest,
  unfinished: UnfinishedSaves,
): Promise<void> {
  const folder = dirname(path);
  const { partPath, end } = await unfinished.begin(folder, basename(path));
  try {
    await request.write(partPath);
    await syncPath(partPath, 'r+');
    await rename(partPath, path);
    if (process.platform !== 'win32') await syncPath(folder, 'r');
  } catch (error) {
    await rm(partPath, { force: true }).catch(() => undefined);
    throw saveError(error);
  } finally {
    await end();
  }
}

/**
 * Nobody is asked here, so nothing is replaced: a name that is taken gets a number.
 *
 * @returns the file's name
 */
async function writeBeside(
  folder: string,
  request: SaveFileRequest,
  unfinished: UnfinishedSaves,
): Promise<string> {
  if (!(await isFolder(folder))) {
    throw new AppError({
      kind: 'storage',
      message: `The folder “${folder}” no longer exists. Select another one, or let Gesso ask each time.`,
    });
  }
  const extension = extname(request.suggestedName);
  const stem = basename(request.suggestedName, extension);
  const { partPath: part, end } = await unfinished.begin(folder, stem);
  try {
    await request.write(part);
    await syncPath(part, 'r+');
    for (let number = 1; ; number++) {
      const name = number === 1 ? request.suggestedName : `${stem} (${number})${extension}`;
      if (await takeName(part, join(folder, name))) return name;
    }
  } catch (error) {
    throw saveError(error);
  } finally {
    await rm(part, { force: true }).catch(() => undefined); // a leftover is hidden and harmless
    await end();
  }
}

/** @returns false when the name is taken */
async function takeName(part: string, path: string): Promise<boolean> {
  try {
    await link(part, path); // unlike a rename, this never replaces a file
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // file systems without links (memory cards): the check may be late, but only by a moment
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') {
      throw error;
    }
    if (await exists(path)) return false;
    await rename(part, path);
    return true;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}

async function syncPath(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function saveError(error: unknown): AppError {
  const appError = toAppError(error);
  if (appError.kind !== 'unexpected') return appError;
  return new AppError(
    {
      kind: 'storage',
      message: 'Gesso could not write the file there. Select another folder.',
      action: 'retry',
      details: appError.details,
    },
    { cause: error },
  );
}
