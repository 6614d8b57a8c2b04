/**
 * Removes what is in the library's files and belongs to nothing any more: photos that were taken out,
 * results that a stop cut off. Only at the start, before anything else uses the folder: a file that
 * is just being taken in has no photo yet. A file without a row is left alone: it may belong to a
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
  for (const hash of forgetUnused(database)) await rm(pathOf(hash), { force: true });
}

/**
 * Deletes rows of `files` to which no row refers. Which columns can refer is read from the database's
 * own foreign keys, so that a table that is added later cannot be forgotten here.
 *
 * @returns the hashes of the forgotten files
 */
function forgetUnused(database: DatabaseSync): readonly string[] {
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
    `DELETE FROM files WHERE id NOT IN (${used.join(' UNION ')}) RETURNING hash`,
  );
  return transaction(database, () => forget.all().map((row) => String(row['hash'])));
}
