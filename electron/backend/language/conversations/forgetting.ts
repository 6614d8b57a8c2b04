/** A started deletion cannot be undone, and continues after an interruption. */
import type { DatabaseSync } from 'node:sqlite';
import type { SlicedWork } from './sliced-work.ts';

/** Removal time of items that the user cannot restore. */
export const NEVER = 0;

/** Messages per query, newest first, which the index deletes faster. */
const SOME = 200;

/** Messages per transaction: at its end their words leave the index, 2 to 3 ms each. */
const AT_ONCE = 8;

export function createForgetting(database: DatabaseSync, slices: SlicedWork) {
  const giveUp = ['conversations', 'message_removals'].map((table) =>
    database.prepare(
      `UPDATE ${table} SET removed_at = ${NEVER} WHERE removed_at BETWEEN ${NEVER} AND ? - 1`,
    ),
  );
  const conversations = database.prepare(
    `SELECT id FROM conversations WHERE removed_at = ${NEVER}`,
  );
  const removals = database.prepare(`SELECT id FROM message_removals WHERE removed_at = ${NEVER}`);
  const forgetRuns = database.prepare('DELETE FROM language_runs WHERE conversation_id = ?');
  const forgetRunsOfBranch = database.prepare(
    `DELETE FROM language_runs WHERE id IN (SELECT run_id FROM messages WHERE removal_id = ?)
       AND NOT EXISTS (SELECT 1 FROM messages AS other WHERE other.run_id = language_runs.id
         AND other.removal_id IS NOT ?)`,
  );
  const someOf = database.prepare(
    `SELECT number FROM messages WHERE conversation_id = ? ORDER BY number DESC LIMIT ${SOME}`,
  );
  const someOfBranch = database.prepare(
    `SELECT number FROM messages WHERE removal_id = ? ORDER BY number DESC LIMIT ${SOME}`,
  );
  const forgetMessage = database.prepare('DELETE FROM messages WHERE number = ?');
  const forgetConversation = database.prepare('DELETE FROM conversations WHERE id = ?');
  const forgetRemoval = database.prepare('DELETE FROM message_removals WHERE id = ?');

  function* numbersOf(some: typeof someOf, id: string): Generator<number, void, void> {
    for (;;) {
      const rows = some.all(id);
      if (rows.length === 0) return;
      for (const row of rows) yield Number(row['number']);
    }
  }

  async function forgetAll(some: typeof someOf, id: string): Promise<void> {
    await slices.each(numbersOf(some, id), (number) => void forgetMessage.run(number), AT_ONCE);
  }

  return {
    /** Call within {@link SlicedWork.inTurn}. Includes unfinished imports. */
    async forget(before: number): Promise<void> {
      for (const each of giveUp) each.run(before);
      for (const id of removals.all().map((row) => String(row['id']))) {
        forgetRunsOfBranch.run(id, id);
        await forgetAll(someOfBranch, id);
        forgetRemoval.run(id);
      }
      for (const id of conversations.all().map((row) => String(row['id']))) {
        forgetRuns.run(id);
        await forgetAll(someOf, id);
        forgetConversation.run(id);
      }
    },
  };
}
