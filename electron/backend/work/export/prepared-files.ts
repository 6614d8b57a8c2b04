/** Keeps files for other programs in a folder that is emptied at each start. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { notFound } from '../../../../shared/errors/app-error.ts';

const KEPT = 4;

interface PreparedFile {
  readonly id: string;
  /** The source photo; missing for a clip. */
  readonly photoId: string | undefined;
  /** Absolute path of a drag icon if there is no photo. */
  readonly icon: string | undefined;
  /** Absolute. */
  readonly path: string;
  readonly mediaType: string;
}

interface WantedFile {
  /** Equal keys mean equal bytes and name; such a file is made once. */
  readonly key: string;
  readonly photoId?: string;
  readonly icon?: string | undefined;
  /** With extension. */
  readonly name: string;
  readonly mediaType: string;
  write(path: string): Promise<unknown>;
}

export type PreparedFiles = Awaited<ReturnType<typeof openPreparedFiles>>;

/** @param folder absolute; emptied first @param kept number of files, most recent first */
export async function openPreparedFiles(folder: string, kept = KEPT) {
  // Windows locks a file that another program has open.
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  /** Most recently used last. */
  const made = new Map<string, Promise<PreparedFile>>();
  /** By id: a file is served while others are being made. */
  const ready = new Map<string, PreparedFile>();

  async function make({
    photoId,
    icon,
    name,
    mediaType,
    write,
  }: WantedFile): Promise<PreparedFile> {
    const id = randomUUID();
    // One folder each, because the other program shows the file's name.
    const path = join(folder, id, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await write(path);
    const file = { id, photoId, icon, path, mediaType };
    ready.set(id, file);
    return file;
  }

  function forgetOldest(): void {
    for (const oldest of made.keys()) {
      if (made.size <= kept) break;
      const gone = made.get(oldest);
      made.delete(oldest);
      gone
        ?.then(({ id, path }) => {
          ready.delete(id);
          return rm(dirname(path), { recursive: true, force: true });
        })
        .catch(() => undefined); // The next start empties the folder.
    }
  }

  return {
    /** Returns the file of a key if it exists or is being made. */
    known: (key: string): Promise<PreparedFile> | undefined => made.get(key),
    /** @throws AppError of `write` */
    prepare(wanted: WantedFile): Promise<PreparedFile> {
      const { key } = wanted;
      const file = made.get(key) ?? make(wanted);
      made.delete(key);
      made.set(key, file);
      file.catch(() => made.delete(key));
      forgetOldest();
      return file;
    },
    find(id: string): Promise<PreparedFile> {
      const found = ready.get(id);
      if (found !== undefined) return Promise.resolve(found);
      return Promise.reject(notFound('This file is no longer available. Try again.'));
    },
  };
}

export async function servedFile(
  prepared: PreparedFiles,
  id: string,
): Promise<{ readonly path: string; readonly mediaType: string; readonly byteLength: number }> {
  const { path, mediaType } = await prepared.find(id);
  return { path, mediaType, byteLength: (await stat(path)).size };
}
