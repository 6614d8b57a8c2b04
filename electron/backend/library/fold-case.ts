/** Adds `fold_case` to SQLite, whose `lower` and `LIKE` are ASCII only. */
import type { DatabaseSync } from 'node:sqlite';

export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

export function addFoldCase(database: DatabaseSync): void {
  database.function('fold_case', { deterministic: true }, (text) => foldCase(String(text)));
}
