import { rmSync } from 'node:fs';
import { backup, type DatabaseSync } from 'node:sqlite';

/** A backup without a page for this long hangs, ms; a slow disk writes some each second. */
const SILENT = 60_000;

export interface DatabaseCopyOptions {
  /** Pages per step, between which others use the database. */
  readonly rate?: number;
  readonly log: (line: string) => void;
  /** Replaceable in tests. */
  readonly copy?: typeof backup;
  readonly silent?: number;
}

/** VACUUM INTO gives the same content but blocks. @returns why the backup failed */
export async function copyDatabase(
  database: DatabaseSync,
  path: string,
  options: DatabaseCopyOptions,
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
  { rate = 100, copy = backup, silent = SILENT }: DatabaseCopyOptions,
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
