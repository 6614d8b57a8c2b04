/** Saves a file where the user chooses: written next to its target, then renamed over it. */
import { chmod, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, parse, resolve } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import {
  numberedName,
  saveError,
  syncFile,
  syncFolder,
  takeFreeName,
} from '../backend/service/common/finish-file.ts';
import type { SaveFileOutcome, SaveFileRequest } from '../backend/service/common/ports.ts';
import type { DialogFolders } from './dialog-folders.ts';
import type { UnfinishedSaves } from './unfinished-saves.ts';

export interface SaveQuestion {
  readonly defaultPath: string;
  readonly filters: { name: string; extensions: string[] }[];
}

/** Asks the user; `undefined` if cancelled. SECURITY: S35 paths come from here only. */
type AskForPath = (question: SaveQuestion) => Promise<string | undefined>;

/** @param folders initial folders @param unfinished remembers half-written files */
export function createSaveFile(
  ask: AskForPath,
  folders: DialogFolders,
  unfinished: UnfinishedSaves,
): (request: SaveFileRequest) => Promise<SaveFileOutcome> {
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
      defaultPath: join(folders.get('save'), request.suggestedName),
      filters: filtersFor(request),
    });
    if (path === undefined) return { kind: 'cancelled' };
    folders.keep('save', dirname(path));
    await writeInPlace(path, request, unfinished);
    return { kind: 'saved', name: basename(path), path };
  };
}

function filtersFor({ suggestedName, mediaType }: SaveFileRequest): SaveQuestion['filters'] {
  const extension = extname(suggestedName).slice(1);
  if (extension === '') return [];
  const [type, format = extension] = mediaType.split('/');
  const kind = type === 'video' ? 'video' : type === 'image' ? 'picture' : 'file';
  const name = `${(kind === 'file' ? extension : format).toUpperCase()} ${kind}`;
  return [{ name, extensions: extension === 'jpg' ? ['jpg', 'jpeg'] : [extension] }];
}

/** Replaces an existing file only by a complete one. */
async function writeInPlace(
  chosen: string,
  request: SaveFileRequest,
  unfinished: UnfinishedSaves,
): Promise<void> {
  const path = await behindLinks(chosen);
  const folder = dirname(path);
  const { partPath, end } = await unfinished.begin(folder, basename(path));
  try {
    await request.write(partPath);
    await syncFile(partPath);
    const before = await stat(path).catch(() => undefined);
    // Not every disk has permissions.
    if (before !== undefined) await chmod(partPath, before.mode & 0o777).catch(() => undefined);
    await rename(partPath, path);
    await syncFolder(folder);
  } catch (error) {
    await rm(partPath, { force: true }).catch(() => undefined);
    throw saveError(error);
  } finally {
    await end();
  }
}

/** A link is kept, even one to a file that does not exist yet. */
async function behindLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    // A loop of links has no end, and is replaced.
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const target = isMissing ? await readlink(path).catch(() => undefined) : undefined;
    if (target === undefined) return path;
    return await behindLinks(resolve(await realpath(dirname(path)), target));
  }
}

/** Never replaces: a taken name gets a number. @returns the file's name */
async function writeBeside(
  folder: string,
  request: SaveFileRequest,
  unfinished: UnfinishedSaves,
): Promise<string> {
  if (!(await isFolder(folder))) {
    throw new AppError(
      'storage',
      `The folder “${folder}” no longer exists. Select another one, or let Gesso ask each time.`,
    );
  }
  const { name: stem } = parse(request.suggestedName);
  const { partPath: part, end } = await unfinished.begin(folder, stem);
  try {
    await request.write(part);
    await syncFile(part);
    for (let number = 1; ; number++) {
      const name = numberedName(request.suggestedName, number);
      if (await takeFreeName(part, join(folder, name))) return name;
    }
  } catch (error) {
    throw saveError(error);
  } finally {
    await rm(part, { force: true }).catch(() => undefined); // A leftover is hidden and harmless.
    await end();
  }
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
