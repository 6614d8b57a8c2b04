/** Keeps the newest three, and the newest verified one: damage cannot displace every good one. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { copyDatabase } from './copy-database.ts';
import { forgetCleanClose, stateOf } from './clean-close.ts';
import { syncFile, syncFolder } from '../service/common/finish-file.ts';
import { forgetMigrationCopies } from './migration-copies.ts';
import { LATEST_VERSION, OLDEST_VERSION } from './migrations/index.ts';
import { createSql } from './row-values.ts';

interface Backup {
  readonly path: string;
  /** ms. */
  readonly at: number;
  readonly isChecked: boolean;
}

const BACKUPS = {
  kept: 3,
  /** While Gesso is open, ms. */
  interval: 24 * 60 * 60 * 1000,
  /** Pages per step of the daily backup, between which other work runs. */
  pagesPerStep: 500,
} as const;

const NAME = /^library-(\d+)(\.checked)?\.db$/u;

/** Newest first; last those from the future, when the clock was wrong. @param now ms */
export function listBackups(folder: string, now = Date.now()): readonly Backup[] {
  const root = join(folder, 'backups');
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .flatMap((name) => {
      const found = NAME.exec(name);
      if (found === null) return [];
      return [{ path: join(root, name), at: Number(found[1]), isChecked: found[2] !== undefined }];
    })
    .sort((a, b) => Number(a.at > now) - Number(b.at > now) || b.at - a.at);
}

/** Call before opening the database. @param path of the database */
export function isBackedUp(folder: string, path: string): boolean {
  try {
    return readFileSync(coveredNote(folder), 'utf8') === stateOf(path);
  } catch {
    return false; // No backup yet.
  }
}

export function isSound(path: string): boolean {
  let database: DatabaseSync | undefined;
  try {
    // Immutable, so that no companion files are created.
    const address = pathToFileURL(path);
    address.searchParams.set('immutable', '1');
    database = new DatabaseSync(address, { readOnly: true });
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    const check = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    return check === 'ok' && version >= OLDEST_VERSION && version <= LATEST_VERSION;
  } catch {
    return false;
  } finally {
    database?.close();
  }
}

export function createLibraryBackups(deps: {
  readonly database: DatabaseSync;
  readonly folder: string;
  readonly wasBackedUp: boolean;
  readonly log: (line: string) => void;
  readonly now?: () => number;
}) {
  const { database, folder, log, now = Date.now } = deps;
  const path = join(folder, 'library.db');
  const root = join(folder, 'backups');
  const sql = createSql(database);
  const changeCount = () => Number(sql.get`SELECT total_changes() AS changes`?.['changes']);
  /** Change count when the last backup began; `undefined` without a current backup. */
  let covered = deps.wasBackedUp ? changeCount() : undefined;
  let isCovered = false;
  let isSuspect = false;

  // SECURITY: S35 backups are readable by the user only, like the library.
  mkdirSync(root, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(root)) {
    if (name.endsWith('.part')) rmSync(join(root, name), { force: true });
  }

  /** Writes a backup under a temporary name and renames it once it is complete and flushed. */
  async function make(write: (part: string) => Promise<unknown>): Promise<void> {
    const at = now();
    const part = join(root, `library-${at}.part`);
    try {
      await write(part);
      chmodSync(part, 0o600);
      await syncFile(part);
      renameSync(part, join(root, `library-${at}.db`));
      await syncFolder(root);
    } catch (error) {
      rmSync(part, { force: true });
      throw error;
    }
    prune(folder, now());
  }

  function noteCovered(): void {
    writeFileSync(coveredNote(folder), stateOf(path), { mode: 0o600 });
  }

  async function makeDaily(): Promise<void> {
    const [newest] = listBackups(folder, now());
    const isDue = newest === undefined || Math.abs(now() - newest.at) >= BACKUPS.interval;
    if (!isDue || covered === changeCount()) return;
    const begun = changeCount();
    await make((part) => copyDatabase(database, part, { rate: BACKUPS.pagesPerStep, log }));
    covered = begun;
  }

  return {
    /** Backs up daily and verifies the newest backup. Never rejects. */
    async tend(): Promise<void> {
      try {
        await makeDaily();
        forgetMigrationCopies(path, now());
        if (isNewestSound(folder, now())) return;
        isSuspect = true;
        log('library: the newest backup was damaged and is gone; the next start reads the library');
      } catch (error) {
        log(`library: no backup was made: ${String(error)}`); // Tried again an hour later.
      }
    },
    /** Call before the database is closed without a backup. */
    noteClosing(): void {
      isCovered = covered === changeCount();
    },
    /** Call after the database was closed with an empty WAL. @throws file system errors */
    async afterClose(): Promise<void> {
      if (isSuspect) {
        forgetCleanClose(path);
        return;
      }
      // Copies the closed file, which is three times as fast as SQLite's backup.
      if (!isCovered) await make((part) => copyFile(path, part));
      noteCovered();
    },
  };
}

/** Note next to the backups with the library state of the newest one. */
function coveredNote(folder: string): string {
  return join(folder, 'backups', 'covered');
}

function prune(folder: string, now: number): void {
  const all = listBackups(folder, now);
  const checked = all.find(({ isChecked }) => isChecked);
  for (const each of all.slice(BACKUPS.kept)) {
    if (each !== checked) rmSync(each.path, { force: true });
  }
}

/** A damaged backup is deleted, and its library may be damaged too. */
function isNewestSound(folder: string, now: number): boolean {
  const [newest] = listBackups(folder, now);
  if (newest === undefined || newest.isChecked) return true;
  if (isSound(newest.path)) {
    renameSync(newest.path, newest.path.replace(/\.db$/u, '.checked.db'));
    prune(folder, now);
    return true;
  }
  rmSync(newest.path, { force: true });
  rmSync(coveredNote(folder), { force: true });
  return false;
}
