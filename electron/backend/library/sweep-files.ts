/**
 * Removes files of the library that nothing refers to any more: photos that were taken out,
 * results that a stop cut off. All of it only at the start, before anything else uses the folder: a
 * file that is just being taken in has no photo yet. A file without a row is left alone: it may belong to a
 * library that was set aside.
 */
import { rm } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from './database.ts';

/** @param pathOf where a file lies, by its hash */
export async function sweepFiles(
  database: DatabaseSync,
  pathOf: (hash: string) => string,
): Promise<void> {
  const unused = transaction(database, () => forgetUnused(database));
  for (const hash of unused) await rm(pathOf(hash), { force: true });
}

/**
 * Removes one file at any time, if nothing refers to it. Row and file go together: when the file
 * cannot be removed, its row stays for the next start.
 *
 * @param remove takes the file off the disk, by its hash, at once
 */
export function sweepFile(
  database: DatabaseSync,
  fileId: string,
  remove: (hash: string) => void,
): void {
  transaction(database, () => {
    for (const hash of forgetUnused(database, fileId)) remove(hash);
  });
}

/**
 * Deletes rows of `files` (or the row of one) to which no row refers, within the caller's transaction. Which columns can refer is read from the database's
 * own foreign keys, so that a table that is added later cannot be forgotten here.
 *
 * @returns the hashes of the forgotten files
 */
export function forgetUnused(database: DatabaseSync, fileId?: string): readonly string[] {
  const columns = database
    .prepare(
      `SELECT tables.name AS table_name, keys."from" AS column_name
       FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS keys
       WHERE tables.type = 'table' AND keys."table" = 'files'`,
    )
    .all();
  const used = columns.map(({ table_name: table, column_name: column }) => {
    const name = `"${String(table)}"."${String(column)}"`;
    return `SELECT ${name} FROM "${String(table)}" WHERE ${name} IS NOT NULL`;
  });
  if (used.length === 0) return [];
  const forget = database.prepare(
    `DELETE FROM files WHERE id NOT IN (${used.join(' UNION ')}) AND (? IS NULL OR id = ?)
     RETURNING hash`,
  );
  return forget.all(fileId ?? null, fileId ?? null).map((row) => String(row['hash']));
}
