/**
 * Files that are made before they are needed: for the clipboard, for a drag, and for the size that the
 * save dialog shows. They lie in a folder of their own, which is emptied at each start.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';

/** Files that are kept at the same time, unless more are asked for. */
const KEPT = 4;

/** A file that is ready. */
export interface PreparedFile {
  readonly id: string;
  /** The photo that it was made of; missing for a clip. */
  readonly photoId: string | undefined;
  /** Absolute path of a picture for the pointer, where there is no photo. */
  readonly icon: string | undefined;
  /** Absolute. */
  readonly path: string;
  readonly mediaType: string;
}

/** A file that is wanted. */
export interface WantedFile {
  /** Equal keys, equal bytes and name: the same is not made twice. */
  readonly key: string;
  readonly photoId?: string;
  /** See {@link PreparedFile}. */
  readonly icon?: string | undefined;
  /** Name with extension. */
  readonly name: string;
  readonly mediaType: string;
  write(path: string): Promise<unknown>;
}

/** See the file comment. */
export interface PreparedFiles {
  /** The file, made unless it is there. @throws AppError of `write` */
  prepare(wanted: WantedFile): Promise<PreparedFile>;
  /** The file of this key, when it is there or being made. */
  known(key: string): Promise<PreparedFile> | undefined;
  /** @throws AppError `not-found` */
  find(id: string): Promise<PreparedFile>;
}

/**
 * @param folder absolute path of a folder of its own; files of earlier runs are removed
 * @param kept files that stay at the same time: the last ones asked for
 */
export async function openPreparedFiles(folder: string, kept = KEPT): Promise<PreparedFiles> {
  await rm(folder, { recursive: true, force: true });
  /** The last used stands last. */
  const made = new Map<string, Promise<PreparedFile>>();

  async function make({
    photoId,
    icon,
    name,
    mediaType,
    write,
  }: WantedFile): Promise<PreparedFile> {
    const id = randomUUID();
    // a folder each: the file itself has the name that the other program shows
    const path = join(folder, id, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await write(path);
    return { id, photoId, icon, path, mediaType };
  }

  function forgetOldest(): void {
    for (const oldest of made.keys()) {
      if (made.size <= kept) break;
      const gone = made.get(oldest);
      made.delete(oldest);
      gone
        ?.then(({ path }) => rm(dirname(path), { recursive: true, force: true }))
        .catch(() => undefined); // the next start empties the folder
    }
  }

  return {
    known: (key) => made.get(key),
    prepare(wanted) {
      const { key } = wanted;
      const file = made.get(key) ?? make(wanted);
      made.delete(key);
      made.set(key, file);
      file.catch(() => made.delete(key));
      forgetOldest();
      return file;
    },
    async find(id) {
      const all = await Promise.allSettled(made.values());
      const found = all.find((each) => each.status === 'fulfilled' && each.value.id === id);
      if (found?.status === 'fulfilled') return found.value;
      throw new AppError({
        kind: 'not-found',
        message: 'This file is no longer available. Try again.',
      });
    },
  };
}

/** A file that is ready to be served. @throws AppError `not-found` */
export async function servedFile(
  prepared: PreparedFiles,
  id: string,
): Promise<{ readonly path: string; readonly mediaType: string; readonly byteLength: number }> {
  const { path, mediaType } = await prepared.find(id);
  return { path, mediaType, byteLength: (await stat(path)).size };
}
