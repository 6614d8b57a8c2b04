import type { DatabaseSync } from 'node:sqlite';
import type { Recovery } from '../../../shared/contract/app.ts';
import type { FileNames } from './file-names.ts';
import type { PhotoStore } from './photo-store.ts';
import { stoppedFile, type CrashGuard } from './crash-guard.ts';
import { noteRestoration, type Restoration } from './restore.ts';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { toAppError } from '../../../shared/errors/app-error.ts';
import { localDay } from '../../../shared/files/local-day.ts';
import { GESSO_MARK } from '../vision/imaging/writing/embed-metadata.ts';
import { THUMBNAIL_SIDE } from '../vision/imaging/reading/import-picture.ts';
import { readHead, sniffFormat } from '../vision/imaging/reading/sniff-format.ts';
import { readPictureHeader } from '../vision/imaging/reading/open-picture.ts';
import { createSql } from './row-values.ts';

interface Adoption {
  readonly adopted: number;
  /** Files that stay in the folder, such as videos or damaged pictures. */
  readonly left: number;
}

/** Bytes that are searched for Gesso's marker, which follows the header. */
const MARKED_BYTES = 128;

/** Finds photos and answers since the backup; results cut out of answers stay in the folder. */
async function adoptFiles(deps: {
  readonly folder: string;
  readonly database: DatabaseSync;
  readonly photos: Pick<PhotoStore, 'adopt'>;
  readonly crashGuard: Pick<CrashGuard, 'guard'>;
  readonly names: Pick<FileNames, 'read'>;
  readonly log: (line: string) => void;
  readonly onProgress: (soFar: Adoption) => void;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { photos, log, onProgress, signal } = deps;
  const sql = createSql(deps.database);
  const noted = await deps.names.read();
  let adopted = 0;
  let left = 0;
  for (const { path, hash } of await filesOf(join(deps.folder, 'files'))) {
    if (signal.aborted) return;
    if (sql.get`SELECT 1 FROM files WHERE hash = ${hash}` !== undefined) continue;
    try {
      const name = noted.get(hash) ?? (await nameByTime(path));
      // Skips a file that crashed the program before, because it would crash this start too.
      const isPhoto = await deps.crashGuard.guard(
        hash,
        () => stoppedFile(name),
        async () => {
          if (await isGessosOwn(path)) return false;
          await photos.adopt(path, hash, name);
          return true;
        },
      );
      if (!isPhoto) continue;
      adopted += 1;
    } catch (error) {
      log(`a file without a row stays: ${toAppError(error).kind}`);
      left += 1;
    }
    onProgress({ adopted, left });
  }
}

async function filesOf(
  root: string,
): Promise<readonly { readonly path: string; readonly hash: string }[]> {
  const folders = (await readdir(root)).filter((name) => /^[0-9a-f]{2}$/u.test(name));
  const names = await Promise.all(folders.map((folder) => readdir(join(root, folder))));
  return folders.flatMap((folder, index) =>
    (names[index] ?? [])
      .filter((name) => /^[0-9a-f]{64}$/u.test(name))
      .map((hash) => ({ path: join(root, folder, hash), hash })),
  );
}

async function isGessosOwn(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MARKED_BYTES), 0, MARKED_BYTES, 0);
    if (buffer.subarray(0, bytesRead).includes(GESSO_MARK)) return true;
  } finally {
    await handle.close();
  }
  if (sniffFormat(await readHead(path)) !== 'webp') return false;
  const { width, height } = await readPictureHeader(path).catch(() => ({ width: 0, height: 0 })); // Damaged: counted when it is imported.
  return width > 0 && Math.max(width, height) <= THUMBNAIL_SIDE;
}

/** By the file's time: "Recovered 2026-11-21 14.05.09". */
async function nameByTime(path: string): Promise<string> {
  const { mtime } = await stat(path);
  const two = (number: number): string => String(number).padStart(2, '0');
  const time = [mtime.getHours(), mtime.getMinutes(), mtime.getSeconds()].map(two).join('.');
  return `Recovered ${localDay(mtime)} ${time}`;
}

export function createRecovery(deps: {
  readonly folder: string;
  readonly database: DatabaseSync;
  readonly photos: Pick<PhotoStore, 'adopt'>;
  readonly crashGuard: Pick<CrashGuard, 'guard'>;
  readonly names: FileNames;
  readonly restoration: Restoration | undefined;
  readonly log: (line: string) => void;
}) {
  const { restoration, log, names, database } = deps;
  let isUnderWay = restoration !== undefined;
  let areNamesTidy = false;
  async function tidyNames(): Promise<void> {
    // During the search, names exist only in the log.
    if (isUnderWay || areNamesTidy) return;
    areNamesTidy = true;
    try {
      await names.tidy(database);
    } catch (error) {
      log(`names of files stay as they are: ${String(error)}`);
    }
  }
  if (restoration === undefined) {
    return { state: () => undefined, tidyNames, close: () => Promise.resolve() };
  }
  const { reason, from } = restoration;
  const stopping = new AbortController();
  let found: Adoption = { adopted: 0, left: 0 };
  const onProgress = (soFar: Adoption): void => {
    found = soFar;
  };
  log(`library: ${reason}, ${from === undefined ? 'no backup' : `restored from ${from}`}`);
  async function search(): Promise<void> {
    try {
      await adoptFiles({ ...deps, onProgress, signal: stopping.signal });
      if (!stopping.signal.aborted) noteRestoration(deps.folder, undefined);
    } catch (error) {
      log(`library: its files could not be read: ${String(error)}`); // The next start tries again.
    }
    isUnderWay = false;
  }
  const searched = search();
  return {
    /** `undefined` if nothing was lost. */
    state(): Recovery | undefined {
      // A crash alone loses nothing, unless unknown pictures turn up.
      if (reason === 'unclosed' && found.adopted === 0 && !isUnderWay) return undefined;
      return { reason, backupFrom: from, isUnderWay, ...found };
    },
    /** Drops names of missing files, once per session. Never rejects. */
    tidyNames,
    /** The next start continues. */
    close(): Promise<void> {
      stopping.abort();
      return searched;
    },
  };
}
