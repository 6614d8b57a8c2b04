/** Adds `fold_case` to SQLite, whose `lower` and `LIKE` are ASCII only. */
import type { DatabaseSync } from 'node:sqlite';
import { sqlPart, type SqlPart } from './row-values.ts';

export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** SQL for the folded form of a text, which calls the slower `fold_case` only where it differs. */
export function foldedSql(text: SqlPart): SqlPart {
  return sqlPart`CASE WHEN length(${text}) = octet_length(${text}) THEN lower(${text})
    ELSE fold_case(${text}) END`;
}

export function addFoldCase(database: DatabaseSync): void {
  database.function('fold_case', { deterministic: true }, (text) => foldCase(String(text)));
}
