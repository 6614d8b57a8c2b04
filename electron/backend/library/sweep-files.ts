/**
 * Removes files of the library to which nothing refers now: photos that were removed, results that a
 * stop cut off. A file without a row is left alone: it may belong to a library that was set aside.
 */
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from './database.ts';

/** Files that a sweep leaves alone: they came in a moment ago and may be about to be referred to. */
export interface SparedFiles {
  /** Those whose rows were made from this moment on, ms. */
  readonly since: number;
  readonly hashes: ReadonlySet<string>;
}

/**
 * Removes all of them. Rows and files go together, at once: nothing can begin to refer to one meanwhile.
 * A file that cannot be removed (Windows keeps one that is being read) stays with its row for the next time.
 *
 * @param remove takes a file off the disk, by its hash, at once
 */
export function sweepFiles(
  database: DatabaseSync,
  spared: SparedFiles,
  remove: (hash: string) => void,
): void {
  const unused = database
    .prepare(`SELECT id, hash FROM files WHERE created_at < ? AND ${unusedCondition(database)}`)
    .all(spared.since);
  const forget = database.prepare('DELETE FROM files WHERE id = ?');
  for (const { id, hash } of unused) {
    if (spared.hashes.has(String(hash))) continue;
    try {
      transaction(database, () => {
        forget.run(String(id));
        remove(String(hash));
      });
    } catch {
      // see above
    }
  }
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
  const forget = database.prepare(
    `DELETE FROM files WHERE id = ? AND ${unusedCondition(database)} RETURNING hash`,
  );
  transaction(database, () => {
    for (const { hash } of forget.all(fileId)) remove(String(hash));
  });
}

/** Deletes the rows of files to which no row refers; their bytes stay. Within the caller's transaction. */
export function forgetUnused(database: DatabaseSync): void {
  database.exec(`DELETE FROM files WHERE ${unusedCondition(database)}`);
}

/**
 * True for files to which no row refers. Which columns can refer is read from the database's own foreign
 * keys, so that a table that is added later cannot be forgotten here.
 */
function unusedCondition(database: DatabaseSync): string {
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
  // without any column that can refer, nothing is known to be unused
  return used.length === 0 ? 'FALSE' : `files.id NOT IN (${used.join(' UNION ')})`;
}
