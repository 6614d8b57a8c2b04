/**
 * Backups of the library's database in `backups/`: one at each clean close after which something is
 * new, and one a day while Gesso is open. The newest three stay; the newest one that was read from end
 * to end stays beside them, so that unnoticed damage cannot push out every good one.
 */
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
import { syncFile } from '../common/finish-file.ts';
import { forgetMigrationCopies } from './migration-copies.ts';
import { LATEST_VERSION, OLDEST_VERSION } from './migrations/index.ts';
import { syncFolder } from './sync-folder.ts';

/** One backup. */
export interface Backup {
  readonly path: string;
  /** When it was made, ms. */
  readonly at: number;
  /** It was read from end to end. */
  readonly isChecked: boolean;
}

/** See the file comment; of one open library. */
export interface LibraryBackups {
  /** Makes the daily backup when it is due, and checks the newest one. Never rejects. */
  tend(): Promise<void>;
  /**
   * Call once the database is closed, with nothing left in its log: backs it up when something is new.
   *
   * @throws the file system's error, e.g. a full disk
   */
  afterClose(): Promise<void>;
  /** Call right before the database is closed without a backup. */
  noteClosing(): void;
}

const BACKUPS = {
  kept: 3,
  /** While Gesso is open, ms. */
  interval: 24 * 60 * 60 * 1000,
  /** Pages of one step of the daily backup: the library's own work goes on between two of them. */
  pagesPerStep: 500,
} as const;

const NAME = /^library-(\d+)(\.checked)?\.db$/u;

/** The backups of a data folder, newest first. */
export function listBackups(folder: string): readonly Backup[] {
  const root = join(folder, 'backups');
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .flatMap((name) => {
      const found = NAME.exec(name);
      if (found === null) return [];
      return [{ path: join(root, name), at: Number(found[1]), isChecked: found[2] !== undefined }];
    })
    .sort((a, b) => b.at - a.at);
}

/**
 * True when nothing was written since the last backup. Ask before the database is opened.
 *
 * @param path of the database
 */
export function isBackedUp(folder: string, path: string): boolean {
  try {
    return readFileSync(coveredNote(folder), 'utf8') === stateOf(path);
  } catch {
    return false; // no backup yet
  }
}

/** True when a backup can take the library's place: read from end to end, and of a known version. */
export function isSound(path: string): boolean {
  let database: DatabaseSync | undefined;
  try {
    // immutable: no companion files appear beside it
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

/**
 * @param wasBackedUp see {@link isBackedUp}
 * @param now ms
 */
export function createLibraryBackups(parts: {
  readonly database: DatabaseSync;
  readonly folder: string;
  readonly wasBackedUp: boolean;
  readonly log: (line: string) => void;
  readonly now?: () => number;
}): LibraryBackups {
  const { database, folder, log, now = Date.now } = parts;
  const path = join(folder, 'library.db');
  const root = join(folder, 'backups');
  const changes = database.prepare('SELECT total_changes() AS changes');
  const changeCount = () => Number(changes.get()?.['changes']);
  /** Rows that were written when the last backup was begun; `undefined` without a backup of now. */
  let covered = parts.wasBackedUp ? changeCount() : undefined;
  let isCovered = false;
  let isSuspect = false;

  // SECURITY: S35 backups are readable by the user alone, like the library.
  mkdirSync(root, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(root)) {
    if (name.endsWith('.part')) rmSync(join(root, name), { force: true });
  }

  /** Writes one beside the others; it has its name once it is whole and on the disk. */
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
    prune(folder);
  }

  function noteCovered(): void {
    writeFileSync(coveredNote(folder), stateOf(path), { mode: 0o600 });
  }

  async function makeDaily(): Promise<void> {
    const [newest] = listBackups(folder);
    const isDue = newest === undefined || now() - newest.at >= BACKUPS.interval;
    if (!isDue || covered === changeCount()) return;
    const begun = changeCount();
    await make((part) => copyDatabase(database, part, { rate: BACKUPS.pagesPerStep, log }));
    covered = begun;
  }

  return {
    async tend() {
      try {
        await makeDaily();
        forgetMigrationCopies(path, now());
        if (isNewestSound(folder)) return;
        isSuspect = true;
        log('library: the newest backup was damaged and is gone; the next start reads the library');
      } catch (error) {
        log(`library: no backup was made: ${String(error)}`); // tried again an hour later
      }
    },
    noteClosing() {
      isCovered = covered === changeCount();
    },
    async afterClose() {
      if (isSuspect) {
        forgetCleanClose(path);
        return;
      }
      // a copy of the closed file: SQLite's own backup takes three times as long, page by page
      if (!isCovered) await make((part) => copyFile(path, part));
      noteCovered();
    },
  };
}

/** Beside the backups: the state of the library that the newest of them holds. */
function coveredNote(folder: string): string {
  return join(folder, 'backups', 'covered');
}

function prune(folder: string): void {
  const all = listBackups(folder);
  const checked = all.find(({ isChecked }) => isChecked);
  for (const each of all.slice(BACKUPS.kept)) {
    if (each !== checked) rmSync(each.path, { force: true });
  }
}

/**
 * Reads the newest backup from end to end, once. A damaged one goes, and the library that it was made
 * of may be damaged, too.
 */
function isNewestSound(folder: string): boolean {
  const [newest] = listBackups(folder);
  if (newest === undefined || newest.isChecked) return true;
  if (isSound(newest.path)) {
    renameSync(newest.path, newest.path.replace(/\.db$/u, '.checked.db'));
    prune(folder);
    return true;
  }
  rmSync(newest.path, { force: true });
  rmSync(coveredNote(folder), { force: true });
  return false;
}
