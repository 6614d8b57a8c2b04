/** Copies of the open database, by SQLite's own backup or, where that fails, by VACUUM INTO. */
import { rmSync } from 'node:fs';
import { backup, type DatabaseSync } from 'node:sqlite';

/** Without a page for so long a backup counts as one that hangs, ms: a slow disk writes some each second. */
const SILENT = 60_000;

/** See {@link copyDatabase}. */
export interface CopyOptions {
  /** Pages a step: between two steps others work on the database. */
  readonly rate?: number;
  readonly log: (line: string) => void;
  /** Unless it is Node's, for tests. */
  readonly copy?: typeof backup;
  readonly silent?: number;
}

/**
 * Copies the database as it is now. Electron does not test `backup` of Node's; VACUUM INTO gives the same content,
 * and holds up the program while it does.
 *
 * @param path a file that is written anew
 * @returns why the backup failed, as a sentence for a report; `undefined` where it did not
 * @throws SQLite's error, when both failed
 */
export async function copyDatabase(
  database: DatabaseSync,
  path: string,
  options: CopyOptions,
): Promise<string | undefined> {
  try {
    await backedUp(database, path, options);
    return undefined;
  } catch (error) {
    options.log(`library: SQLite's backup failed (${String(error)}); copying by VACUUM INTO`);
    rmSync(path, { force: true });
    database.prepare('VACUUM INTO ?').run(path);
    return `SQLite’s backup failed (${String(error)}). Gesso copies by VACUUM INTO instead.`;
  }
}

async function backedUp(
  database: DatabaseSync,
  path: string,
  { rate = 100, copy = backup, silent = SILENT }: CopyOptions,
): Promise<void> {
  const { promise: hangs, reject } = Promise.withResolvers<never>();
  const hang = (): void => reject(new Error(`nothing was written for ${silent / 1000} s`));
  let timer = setTimeout(hang, silent);
  const progress = (): void => {
    clearTimeout(timer);
    timer = setTimeout(hang, silent);
  };
  try {
    await Promise.race([copy(database, path, { rate, progress }), hangs]);
  } finally {
    clearTimeout(timer);
  }
}
