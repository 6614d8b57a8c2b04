/** Copies the database before a migration: after a month `backups/` has only the new version. */
import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { copyDatabase } from './copy-database.ts';

/** How long the newest copy is kept, ms. */
const KEPT_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;

/** Deletes those of earlier versions. @throws file system errors, such as a full disk */
export async function copyBeforeMigration(
  database: DatabaseSync,
  path: string,
  version: number,
  log: (line: string) => void,
): Promise<void> {
  const copy = `${path}.before-version-${version}`;
  await copyDatabase(database, copy, { log });
  chmodSync(copy, 0o600); // SECURITY: S35 readable by the user only, like the library
  for (const older of copiesOf(path)) if (older !== copy) rmSync(older, { force: true });
}

/** @param now ms */
export function forgetMigrationCopies(path: string, now: number): void {
  for (const copy of copiesOf(path)) {
    if (now - statSync(copy).mtimeMs > KEPT_MILLISECONDS) rmSync(copy, { force: true });
  }
}

function copiesOf(path: string): readonly string[] {
  const folder = dirname(path);
  const beginning = `${basename(path)}.before-version-`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(beginning) && /^\d+$/u.test(name.slice(beginning.length)))
    .map((name) => join(folder, name));
}
