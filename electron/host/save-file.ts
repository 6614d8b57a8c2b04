/** Saves a finished file where the user says: written beside its place, then renamed over it. */
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { AppError, toAppError } from '../../shared/errors/app-error.ts';
import type { SaveFileOutcome, SaveFileRequest } from '../backend/ports.ts';

/** What the dialog is asked. */
export interface SaveQuestion {
  readonly defaultPath: string;
  readonly filters: { name: string; extensions: string[] }[];
}

/** Asks the user; `undefined` when the dialog was cancelled. SECURITY: S35 paths come from here only. */
export type AskForPath = (question: SaveQuestion) => Promise<string | undefined>;

/**
 * The `saveFile` port over a dialog.
 *
 * @param folder where the dialog starts
 */
export function createSaveFile(
  ask: AskForPath,
  folder: string,
): (request: SaveFileRequest) => Promise<SaveFileOutcome> {
  return async (request) => {
    const path = await ask({
      defaultPath: join(folder, request.suggestedName),
      filters: filtersFor(request),
    });
    if (path === undefined) return { kind: 'cancelled' };
    await writeInPlace(path, request);
    return { kind: 'saved', name: basename(path) };
  };
}

function filtersFor({ suggestedName, mediaType }: SaveFileRequest): SaveQuestion['filters'] {
  const extension = extname(suggestedName).slice(1);
  if (extension === '') return [];
  const name = `${(mediaType.split('/')[1] ?? extension).toUpperCase()} picture`;
  return [{ name, extensions: extension === 'jpg' ? ['jpg', 'jpeg'] : [extension] }];
}

/** An existing file is replaced only by a complete one. */
async function writeInPlace(path: string, request: SaveFileRequest): Promise<void> {
  const folder = dirname(path);
  const partPath = join(folder, `.${basename(path)}.${randomBytes(4).toString('hex')}.part`);
  try {
    await request.write(partPath);
    await syncPath(partPath, 'r+');
    await rename(partPath, path);
    if (process.platform !== 'win32') await syncPath(folder, 'r');
  } catch (error) {
    await rm(partPath, { force: true }).catch(() => undefined);
    throw saveError(error);
  }
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
      message: 'The file could not be written there. Choose another folder.',
      action: 'retry',
      details: appError.details,
    },
    { cause: error },
  );
}
