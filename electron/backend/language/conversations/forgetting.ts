/** A started deletion cannot be undone, and continues after an interruption. */
import type { DatabaseSync } from 'node:sqlite';
import type { SlicedWork } from './sliced-work.ts';
import { createSql, sqlPart, type SqlPart } from '../../library/row-values.ts';

/** Removal time of items that the user cannot restore. */
export const NEVER = 0;

/** Messages per query, newest first, which the index deletes faster. */
const SOME = 200;

/** Messages per transaction: at its end their words leave the index, 2 to 3 ms each. */
const AT_ONCE = 8;

export function createForgetting(database: DatabaseSync, slices: SlicedWork) {
  const sql = createSql(database);

  function* numbersOf(where: SqlPart): Generator<number, void, void> {
    for (;;) {
      const rows = sql.all`SELECT number FROM messages WHERE ${where}
        ORDER BY number DESC LIMIT ${SOME}`;
      if (rows.length === 0) return;
      for (const row of rows) yield Number(row['number']);
    }
  }

  async function forgetMessages(where: SqlPart): Promise<void> {
    await slices.each(
      numbersOf(where),
      (number) => void sql.run`DELETE FROM messages WHERE number = ${number}`,
      AT_ONCE,
    );
  }

  return {
    /** Call within {@link SlicedWork.inTurn}. Includes unfinished imports. */
    async forget(before: number): Promise<void> {
      for (const table of [sqlPart`conversations`, sqlPart`message_removals`]) {
        sql.run`UPDATE ${table} SET removed_at = ${NEVER}
          WHERE removed_at BETWEEN ${NEVER} AND ${before - 1}`;
      }
      for (const id of sql.texts`SELECT id FROM message_removals WHERE removed_at = ${NEVER}`) {
        sql.run`DELETE FROM language_runs WHERE id IN (SELECT run_id FROM messages
            WHERE removal_id = ${id})
            AND NOT EXISTS (SELECT 1 FROM messages AS other WHERE other.run_id = language_runs.id
              AND other.removal_id IS NOT ${id})`;
        await forgetMessages(sqlPart`removal_id = ${id}`);
        sql.run`DELETE FROM message_removals WHERE id = ${id}`;
      }
      for (const id of sql.texts`SELECT id FROM conversations WHERE removed_at = ${NEVER}`) {
        sql.run`DELETE FROM language_runs WHERE conversation_id = ${id}`;
        await forgetMessages(sqlPart`conversation_id = ${id}`);
        sql.run`DELETE FROM conversations WHERE id = ${id}`;
      }
    },
  };
}
