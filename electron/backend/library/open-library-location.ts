import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { syncFile, syncFolder } from '../service/common/finish-file.ts';
import { isSound } from './backups.ts';
import { copyLibrary } from './copy-library.ts';
import { isLibrary } from './library-parts.ts';
import { noteRestoration } from './restore.ts';
import { lockFolder, type FolderLock } from './folder-lock.ts';
import { z } from 'zod';

const orderSchema = z.discriminatedUnion('kind', [
  /** Copies changes since the first copy, then uses that folder. */
  z.strictObject({ kind: z.literal('move'), folder: z.string() }),
  /** Uses the library in that folder: a restored or previous one. */
  z.strictObject({ kind: z.literal('use'), folder: z.string(), from: z.number() }),
  /** Replaces the database by an automatic backup; its name in `backups/`. */
  z.strictObject({ kind: z.literal('backup'), name: z.string(), from: z.number() }),
]);

const locationSchema = z.strictObject({
  /** Absolute; missing: the default data folder. */
  folder: z.string().optional(),
  order: orderSchema.optional(),
  /** Why the last order failed, as a sentence. */
  failure: z.string().optional(),
  earlier: z.array(z.string()).default([]),
});

export type LocationOrder = z.infer<typeof orderSchema>;
/** `library.json` in the default data folder; without it, the library is in that folder. */
type LibraryLocation = z.infer<typeof locationSchema>;

/** @throws AppError `storage` if unreadable: an empty library would look like data loss */
export function readLibraryLocation(home: string): LibraryLocation {
  const path = join(home, 'library.json');
  if (!existsSync(path)) return { earlier: [] };
  try {
    return locationSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new AppError(
      'storage',
      `The file ${path} says where your library is, but Gesso can’t read it. Delete it to use the library in that folder, then start Gesso again.`,
      { cause },
    );
  }
}

export function writeLibraryLocation(home: string, location: LibraryLocation): void {
  const path = join(home, 'library.json');
  const isUsual = location.folder === undefined && location.order === undefined;
  if (isUsual && location.failure === undefined && location.earlier.length === 0) {
    rmSync(path, { force: true });
    return;
  }
  // SECURITY: S35 readable by the user only, like the library.
  writeFileSync(`${path}.part`, JSON.stringify(location), { mode: 0o600, flush: true });
  renameSync(`${path}.part`, path);
}

/** Marks an unfinished copy of a library, which can be resumed. */
const notePath = (folder: string) => join(folder, 'library.moving');

export function noteCopy(folder: string, from: string): void {
  // A truncated note names no library: the folder then counts as someone else's.
  writeFileSync(notePath(folder), from, { mode: 0o600, flush: true });
}

export function isUnfinishedCopy(folder: string, from: string): boolean {
  try {
    return readFileSync(notePath(folder), 'utf8') === from;
  } catch {
    return false; // There is none.
  }
}

interface OpenLibraryLocation {
  readonly folder: string;
  release(): void;
}

/** A failing order is dropped with its reason. @throws AppError `in-use`, `disk-full`, `storage` */
export async function openLibraryLocation(
  home: string,
  log: (line: string) => void,
): Promise<OpenLibraryLocation> {
  const lock = await takeFolder(home, log);
  try {
    const location = await applyOrder(home, readLibraryLocation(home), log);
    const folder = location.folder ?? home;
    if (folder === home) return { folder, release: () => lock.release() };
    if (!existsSync(join(folder, 'library.db'))) throw away(home, folder);
    const inner = await takeFolder(folder, log);
    return {
      folder,
      release() {
        inner.release();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function forgetCopy(folder: string): void {
  rmSync(notePath(folder), { force: true });
}

function away(home: string, folder: string): AppError {
  return new AppError(
    'storage',
    `Your library is in ${folder}, and this folder is not there now. Connect its disk and start Gesso again. To use another library, delete the file ${join(home, 'library.json')} or select another data folder (--data-dir).`,
  );
}

async function applyOrder(
  home: string,
  location: LibraryLocation,
  log: (line: string) => void,
): Promise<LibraryLocation> {
  const { order, ...rest } = location;
  if (order === undefined) return location;
  const current = location.folder ?? home;
  let next: LibraryLocation;
  try {
    next = await carryOut(home, current, order, rest);
  } catch (error) {
    const { message, details } = toAppError(error);
    log(
      `library: ${order.kind} was not carried out: ${message} ${String(details?.['error'] ?? '')}`,
    );
    next = { ...rest, failure: message };
  }
  writeLibraryLocation(home, next);
  return next;
}

async function carryOut(
  home: string,
  current: string,
  order: LocationOrder,
  location: LibraryLocation,
): Promise<LibraryLocation> {
  // A library on a missing disk stays the current one; the order fails.
  if (order.kind !== 'use' && !isLibrary(current)) throw away(home, current);
  switch (order.kind) {
    case 'backup':
      await putBackup(current, order.name, order.from);
      return { ...location, failure: undefined };
    case 'move':
      await copyLibrary({ from: current, to: order.folder });
      await copyDatabase(current, order.folder);
      return switchTo(home, current, order.folder, location);
    case 'use':
      if (!isLibrary(order.folder)) throw away(home, order.folder);
      // Calls may have been made since it was last used, so nothing is sent twice.
      noteRestoration(order.folder, { reason: 'chosen', from: order.from, isSettled: false });
      return switchTo(home, current, order.folder, location);
  }
}

function switchTo(
  home: string,
  current: string,
  folder: string,
  location: LibraryLocation,
): LibraryLocation {
  const earlier = [
    ...location.earlier.filter((each) => each !== folder && each !== current),
    current,
  ];
  return { folder: folder === home ? undefined : folder, earlier };
}

/** Merges the WAL, so that one file is the whole database. */
function mergeWal(path: string): void {
  const database = new DatabaseSync(path, { timeout: 2000 });
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE');
  } finally {
    database.close();
  }
}

async function copyDatabase(from: string, to: string): Promise<void> {
  mergeWal(join(from, 'library.db'));
  for (const name of await readdir(from)) {
    if (/^library\.(?:restoring|damaged-|missing-|db\.before-version-)/u.test(name)) {
      await copyFile(join(from, name), join(to, name));
    }
  }
  const part = join(to, 'library.db.part');
  await copyFile(join(from, 'library.db'), part);
  await syncFile(part);
  if (!isSound(part)) {
    await rm(part, { force: true });
    throw new AppError(
      'storage',
      'The copied library could not be read. The library stays where it is. Check the disk, then try again.',
    );
  }
  renameSync(part, join(to, 'library.db'));
  forgetCopy(to); // Before it is used: later work in it must not look like an unfinished copy.
  await syncFolder(to);
}

/** Under a name that is never rotated. */
async function putBackup(folder: string, name: string, from: number): Promise<void> {
  const path = join(folder, 'library.db');
  const source = join(folder, 'backups', name);
  if (!existsSync(source) || !isSound(source)) {
    throw new AppError(
      'storage',
      'This backup could not be read. Your library is as it was. Select another backup.',
    );
  }
  const part = `${path}.restored`;
  await copyFile(source, part);
  await syncFile(part);
  mergeWal(path);
  const kept = join(folder, 'backups', `before-restore-${Date.now()}.db`);
  await copyFile(path, kept);
  await syncFile(kept);
  noteRestoration(folder, { reason: 'chosen', from, isSettled: false });
  renameSync(part, path); // Whatever interrupts this, the database is one of the two.
  rmSync(`${path}.closed`, { force: true });
  await syncFolder(dirname(path));
}

/** @param folder absolute @throws AppError `in-use`, `disk-full`, `storage` */
async function takeFolder(folder: string, log: (line: string) => void): Promise<FolderLock> {
  try {
    // SECURITY: S35 the data folder is readable by its user only.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return lockFolder(folder, () => log('in-use.lock was damaged and has been made anew'));
  } catch (error) {
    const { kind, details } = toAppError(error);
    if (error instanceof AppError || kind === 'disk-full') throw error;
    throw new AppError(
      'storage',
      `Gesso can’t use the folder ${folder} for its data. Check that it is a folder that you may write to, or select another one (--data-dir).`,
      { details, cause: error },
    );
  }
}
