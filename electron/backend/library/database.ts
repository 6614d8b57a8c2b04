/**
 * The library's database: one SQLite file, one connection, in the process that owns the data
 * folder. WAL with `synchronous=FULL`: an acknowledged transaction survives a kill and a power cut.
 */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors/app-error.ts';
import { MIGRATIONS } from './migrations.ts';

/** Numbers of this module. */
const DATABASE = {
  /** How long a statement waits for another connection's lock, ms; only tools would hold one. */
  busyTimeoutMilliseconds: 2000,
  /** The oldest SQLite without the WAL-reset corruption (fixed in 3.51.3). */
  leastSqliteVersion: '3.51.3',
} as const;

/** An open database and what the user should know about how it was opened. */
export interface OpenedDatabase {
  readonly database: DatabaseSync;
  readonly notices: readonly string[];
}

/**
 * Opens (or creates) `library.db` in the data folder and brings it to the newest version.
 *
 * A damaged file is set aside, never deleted. One written by a newer Gesso is not touched at all.
 *
 * @param folder absolute path of the data folder, which exists
 * @throws AppError `database-newer`
 */
export async function openDatabase(folder: string): Promise<OpenedDatabase> {
  const path = join(folder, 'library.db');
  const notices: string[] = [];
  const existed = existsSync(path);
  if (existed) refuseNewer(path);
  if (existed && !isSound(path)) {
    setAside(path, join(folder, `library.damaged-${Date.now()}.db`));
    notices.push(
      'The library could not be read and was set aside in the data folder. Gesso started with an empty one; your own photos are not affected.',
    );
  }
  const database = new DatabaseSync(path, { timeout: DATABASE.busyTimeoutMilliseconds });
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA fullfsync = ON;',
  );
  checkSqliteVersion(database);
  await migrate(database, path);
  return { database, notices };
}

/** Runs `work` in one transaction: all of it is on disk when this returns, or nothing. */
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

/** Reads the version without changing a byte: no WAL file is made, no lock is left. */
function refuseNewer(path: string): void {
  let version: number;
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    version = userVersion(database);
    database.close();
  } catch {
    return; // unreadable: the soundness check decides
  }
  if (version > MIGRATIONS.length) {
    throw new AppError({
      kind: 'database-newer',
      message:
        'This library was made by a newer version of Gesso. Start the newer version, or choose another data folder. Nothing was changed.',
      details: { libraryVersion: version, knownVersion: MIGRATIONS.length },
    });
  }
}

function isSound(path: string): boolean {
  try {
    const database = new DatabaseSync(path);
    try {
      const row = database.prepare('PRAGMA quick_check(1)').get();
      return row !== undefined && Object.values(row)[0] === 'ok';
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

function setAside(path: string, target: string): void {
  renameSync(path, target);
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
  }
}

async function migrate(database: DatabaseSync, path: string): Promise<void> {
  const from = userVersion(database);
  if (from === MIGRATIONS.length) return;
  if (from > 0) await backup(database, `${path}.before-version-${MIGRATIONS.length}`);
  for (let version = from; version < MIGRATIONS.length; version++) {
    const step = MIGRATIONS[version];
    if (step === undefined) continue;
    transaction(database, () => {
      database.exec(step);
      database.exec(`PRAGMA user_version = ${version + 1}`);
    });
  }
}

function userVersion(database: DatabaseSync): number {
  const row = database.prepare('PRAGMA user_version').get();
  return Number(row?.['user_version'] ?? 0);
}

function checkSqliteVersion(database: DatabaseSync): void {
  const row = database.prepare('SELECT sqlite_version() AS version').get();
  const version = String(row?.['version'] ?? '0');
  if (compareVersions(version, DATABASE.leastSqliteVersion) < 0) {
    throw new AppError({
      kind: 'storage',
      message: `This Node brings SQLite ${version}, which can damage databases. Gesso needs ${DATABASE.leastSqliteVersion} or newer.`,
    });
  }
}

function compareVersions(a: string, b: string): number {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (let index = 0; index < 3; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
