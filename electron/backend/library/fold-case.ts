/** Text as searches compare it: SQLite's own `lower` and `LIKE` know the letters of ASCII only. */
import type { DatabaseSync } from 'node:sqlite';

/** The same for texts that differ in the case of their letters alone. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Makes {@link foldCase} known to a database as `fold_case`. */
export function addFoldCase(database: DatabaseSync): void {
  database.function('fold_case', { deterministic: true }, (text) => foldCase(String(text)));
}
