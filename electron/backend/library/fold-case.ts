/** Adds `fold_case` to SQLite, whose `lower` and `LIKE` are ASCII only. */
import type { DatabaseSync } from 'node:sqlite';

export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** SQL for the folded form of a text, which calls the slower `fold_case` only where it differs. */
export function foldedSql(text: string): string {
  const [whole, isAscii] = [`(${text})`, `length(${text}) = octet_length(${text})`];
  return `CASE WHEN ${isAscii} THEN lower${whole} ELSE fold_case${whole} END`;
}

export function addFoldCase(database: DatabaseSync): void {
  database.function('fold_case', { deterministic: true }, (text) => foldCase(String(text)));
}
