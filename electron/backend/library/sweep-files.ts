/** A file without a row may belong to a library that was set aside, so it stays. */
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from './database.ts';
import { createSql } from './row-values.ts';

/** New files that something may be about to refer to. */
interface SparedFiles {
  /** Rows since this time, ms. */
  readonly since: number;
  readonly hashes: ReadonlySet<string>;
}

/**
 * Rows and files go together synchronously, so that nothing can begin to refer to one meanwhile. A
 * locked file (Windows) stays for the next time.
 * @param remove deletes a file by its hash, synchronously
 */
export function sweepFiles(
  database: DatabaseSync,
  spared: SparedFiles,
  remove: (hash: string) => void,
): void {
  const sql = createSql(database);
  const unused = database
    .prepare(`SELECT id, hash FROM files WHERE created_at < ? AND ${unusedCondition(database)}`)
    .all(spared.since);
  for (const { id, hash } of unused) {
    if (spared.hashes.has(String(hash))) continue;
    try {
      transaction(database, () => {
        sql.run`DELETE FROM files WHERE id = ${id}`;
        remove(String(hash));
      });
    } catch {
      // A locked file stays for the next time.
    }
  }
}

/** A file that is locked (Windows) stays with its row until the next start. */
export function sweepThese(
  database: DatabaseSync,
  fileIds: readonly string[],
  remove: (hash: string) => void,
): void {
  const unused = database.prepare(
    `SELECT id, hash FROM files WHERE id IN (SELECT value FROM json_each(?))
       AND ${unusedCondition(database)}`,
  );
  const sql = createSql(database);
  transaction(database, () => {
    for (const { id, hash } of unused.all(JSON.stringify(fileIds))) {
      try {
        remove(String(hash));
      } catch {
        continue;
      }
      sql.run`DELETE FROM files WHERE id = ${id}`;
    }
  });
}

/** Deletes rows without a use, and keeps their bytes. Call within a transaction. */
export function forgetUnused(database: DatabaseSync): void {
  database.exec(`DELETE FROM files WHERE ${unusedCondition(database)}`);
}

/** Derived from the schema's foreign keys, so that no later table can be forgotten. */
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
  // Without any referring column, nothing is known to be unused.
  return used.length === 0 ? 'FALSE' : `files.id NOT IN (${used.join(' UNION ')})`;
}
