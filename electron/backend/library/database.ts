/** WAL with `synchronous=FULL`: a committed transaction survives a crash and a power cut. */
import { chmodSync, closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors/app-error.ts';
import { isBackedUp } from './backups.ts';
import { noteCleanClose, noteOpen, takeCleanClose, wasKilled } from './clean-close.ts';
import { isDamaged } from './folder-lock.ts';
import { isLibrary } from './library-parts.ts';
import { copyBeforeMigration } from './migration-copies.ts';
import { LATEST_VERSION, OLDEST_VERSION, statementsFrom } from './migrations/index.ts';
import {
  hadLibrary,
  noteRestoration,
  restoreBackup,
  setAside,
  unfinishedRestoration,
  type Restoration,
} from './restore.ts';

const DATABASE = {
  /** Longest wait for a lock, ms; only tools would hold one. */
  busyTimeoutMilliseconds: 2000,
  /** Oldest SQLite without the WAL-reset corruption (fixed in 3.51.3). */
  leastSqliteVersion: '3.51.3',
} as const;

export interface OpenedDatabase {
  readonly database: DatabaseSync;
  /** Set if the database was lost and replaced. */
  readonly restoration: Restoration | undefined;
  /** Nothing was written since the last backup. */
  readonly isBackedUp: boolean;
}

/**
 * Replaces a damaged or missing file by the newest intact backup; a damaged one is set aside, never
 * deleted. A file of a newer Gesso, or from before 1.0.0, is not touched.
 * @throws AppError `database-newer`, `database-older`, `storage`; SQLite's error for a bad disk
 */
export async function openDatabase(
  folder: string,
  log: (line: string) => void = () => undefined,
): Promise<OpenedDatabase> {
  const path = join(folder, 'library.db');
  refuseOther(path);
  if (existsSync(path)) refuseUnknown(await readVersion(path));
  const restoration = await replaceLost(folder, path);
  makePrivate(path);
  const isCovered = restoration === undefined && isBackedUp(folder, path);
  const database = new DatabaseSync(path, { timeout: DATABASE.busyTimeoutMilliseconds });
  try {
    configure(database);
    checkSqliteVersion(database);
    const isNew = await migrate(database, path, log);
    noteOpen(path);
    return { database, restoration, isBackedUp: isCovered && !isNew };
  } catch (error) {
    database.close();
    throw error;
  }
}

async function replaceLost(folder: string, path: string): Promise<Restoration | undefined> {
  const reason = lossOf(folder, path);
  if (reason === undefined) return unfinishedRestoration(folder);
  if (reason === 'log-lost' || reason === 'unclosed') {
    return noteUnclosed(folder, reason);
  }
  setAside(path, join(folder, `library.${reason}-${Date.now()}.db`));
  return restoreBackup(folder, path, reason);
}

function lossOf(folder: string, path: string): Restoration['reason'] | undefined {
  if (!isLibrary(folder)) return hadLibrary(folder) ? 'missing' : undefined;
  return takeCleanClose(path) ? undefined : lossOfUnclosed(path);
}

/** If the WAL is lost, calls may have been sent after the database's state. */
function noteUnclosed(folder: string, reason: 'log-lost' | 'unclosed'): Restoration {
  const isSettled = reason === 'unclosed';
  const earlier = unfinishedRestoration(folder);
  if (earlier !== undefined) return { ...earlier, isSettled: earlier.isSettled && isSettled };
  const restoration: Restoration = { reason, isSettled };
  noteRestoration(folder, restoration);
  return restoration;
}

/** Notes that the file is intact; call once instead of `close`. */
export function closeDatabase(database: DatabaseSync, folder: string): void {
  database.close();
  try {
    noteCleanClose(join(folder, 'library.db'));
  } catch {
    // Full disk: without the note the next start only verifies the file.
  }
}

function configure(database: DatabaseSync): void {
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA fullfsync = ON;',
  );
}

/** Runs `work` in one transaction: committed and flushed when this returns, or rolled back. */
export function transaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** A hundred times faster; commits reach the disk with the next flush (`flush-log.ts`). */
export function unflushed<Result>(database: DatabaseSync, work: () => Result): Result {
  if (database.isTransaction) return work(); // Flushed with the outer transaction.
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    return work();
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
}

/**
 * SECURITY: S35 the library is readable by its user only, even in a shared folder; SQLite gives its
 * companion files the same mode.
 */
function makePrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'wx', 0o600));
  chmodSync(path, 0o600);
}

async function readVersion(path: string): Promise<number> {
  const header = Buffer.alloc(100);
  const descriptor = openSync(path, 'r');
  const length = readSync(descriptor, header, 0, 100, 0);
  closeSync(descriptor);
  const isDatabase = length === 100 && header.toString('latin1', 0, 16) === 'SQLite format 3\0';
  if (!isDatabase) return 0;
  const inHeader = header.readUInt32BE(60);
  const hasLog = existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;
  if (!hasLog) return inHeader;
  const folder = await mkdtemp(join(tmpdir(), 'gesso-version-'));
  try {
    const copy = join(folder, 'library.db');
    await copyFile(path, copy);
    await copyFile(`${path}-wal`, `${copy}-wal`);
    const database = new DatabaseSync(copy);
    const version = userVersion(database);
    database.close();
    return version;
  } catch {
    return inHeader; // Unreadable: damage is determined later.
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder or device in its place belongs to the user and is not moved. */
function refuseOther(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  throw new AppError(
    'storage',
    `Gesso keeps its library in the file ${path}, but ${found.isDirectory() ? 'a folder' : 'something else'} has that name. Move it away, or select another data folder (--data-dir). Nothing was changed.`,
  );
}

/** @param version 0 for an empty file */
function refuseUnknown(version: number): void {
  const isNewer = version > LATEST_VERSION;
  if (version === 0 || (version >= OLDEST_VERSION && !isNewer)) return;
  throw new AppError(
    isNewer ? 'database-newer' : 'database-older',
    isNewer
      ? 'A newer version of Gesso made this library. Start that version, or select another data folder. Nothing was changed.'
      : 'A version of Gesso before 1.0.0 made this library. Open it with Gesso 1.0.0 once, or select another data folder. Nothing was changed.',
    { details: { libraryVersion: version, knownVersion: LATEST_VERSION } },
  );
}

/** @throws the database's error for an unreadable disk or a lock, which is no damage */
function lossOfUnclosed(path: string): 'damaged' | 'log-lost' | 'unclosed' | undefined {
  const committed = committedFrames(path);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: DATABASE.busyTimeoutMilliseconds });
    const row = database.prepare('PRAGMA quick_check(1)').get();
    if (row === undefined || Object.values(row)[0] !== 'ok') return 'damaged';
    if (!wasKilled(path)) return undefined;
    const isWhole = committed !== undefined && committed <= readableFrames(database);
    return isWhole ? 'unclosed' : 'log-lost';
  } catch (error) {
    if (isDamaged(error)) return 'damaged';
    throw error;
  } finally {
    database?.close();
  }
}

async function migrate(
  database: DatabaseSync,
  path: string,
  log: (line: string) => void,
): Promise<boolean> {
  const from = userVersion(database);
  if (from === LATEST_VERSION) return false;
  if (from > 0) {
    await copyBeforeMigration(database, path, LATEST_VERSION, log);
  }
  // One flush for all, so that the first start waits for the disk once.
  transaction(database, () => {
    for (const statements of statementsFrom(from)) database.exec(statements);
    database.exec(`PRAGMA user_version = ${LATEST_VERSION}`);
  });
  return true;
}

function userVersion(database: DatabaseSync): number {
  const row = database.prepare('PRAGMA user_version').get();
  return Number(row?.['user_version'] ?? 0);
}

function checkSqliteVersion(database: DatabaseSync): void {
  const row = database.prepare('SELECT sqlite_version() AS version').get();
  const version = String(row?.['version'] ?? '0');
  if (version.localeCompare(DATABASE.leastSqliteVersion, 'en', { numeric: true }) < 0) {
    throw new AppError(
      'storage',
      `This version of Node contains SQLite ${version}, which can damage databases. Gesso needs SQLite ${DATABASE.leastSqliteVersion} or newer.`,
    );
  }
}

/** Sizes in bytes, see https://sqlite.org/fileformat.html#the_write_ahead_log. */
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** Call before SQLite opens the library. @returns frames up to the last commit, if readable */
function committedFrames(path: string): number | undefined {
  const log = `${path}-wal`;
  if (!existsSync(log) || statSync(log).size < HEADER_BYTES) return undefined;
  const descriptor = openSync(log, 'r');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(descriptor, header, 0, HEADER_BYTES, 0);
    if (!isSound(header)) return undefined;
    const pageBytes = header.readUInt32BE(8);
    const frame = Buffer.alloc(FRAME_HEADER_BYTES);
    let committed = 0;
    for (let number = 1; ; number++) {
      const at = HEADER_BYTES + (number - 1) * (FRAME_HEADER_BYTES + pageBytes);
      const length = readSync(descriptor, frame, 0, FRAME_HEADER_BYTES, at);
      if (length < FRAME_HEADER_BYTES) return committed;
      // Frames from before a WAL reset have other salts.
      const isOfThisLog = frame.subarray(8, 16).equals(header.subarray(16, 24));
      if (isOfThisLog && frame.readUInt32BE(4) !== 0) committed = number;
    }
  } finally {
    closeSync(descriptor);
  }
}

function readableFrames(database: DatabaseSync): number {
  const row = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
  return Math.max(0, Number(row?.['log'] ?? 0));
}

function isSound(header: Buffer): boolean {
  const magic = header.readUInt32BE(0);
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return false;
  const word = (at: number) =>
    magic === 0x377f0683 ? header.readUInt32BE(at) : header.readUInt32LE(at);
  let [first, second] = [0, 0];
  for (let at = 0; at < 24; at += 8) {
    first = (first + word(at) + second) >>> 0;
    second = (second + word(at + 4) + first) >>> 0;
  }
  return first === header.readUInt32BE(24) && second === header.readUInt32BE(28);
}
