import type { ConversationDeps } from './conversation-deps.ts';
import { randomUUID } from 'node:crypto';
import { notFound } from '../../../../shared/errors/app-error.ts';
import { transaction } from '../../library/database.ts';
import type { ActivePath } from './active-path.ts';
import { NEVER } from './forgetting.ts';
import type { SlicedWork } from './sliced-work.ts';
import { createSql } from '../../library/row-values.ts';

/** Removal time of messages that are being restored. */
const COMING = -1;

const SOME = 500;

export type BranchRemoval = ReturnType<typeof createBranchRemoval>;

export function createBranchRemoval(deps: ConversationDeps & { readonly path: ActivePath }) {
  const { database, conversations, messages, path, now } = deps;
  const sql = createSql(database);

  function onPath(conversationId: string): ReadonlySet<string> {
    const { leafId } = conversations.get(conversationId);
    return new Set(leafId === undefined ? [] : messages.idsAbove(leafId));
  }

  function leafWithout(parentId: string | undefined, conversationId: string): string | undefined {
    if (parentId !== undefined) return path.leafBelow(parentId);
    const last = messages.firsts(conversationId).at(-1);
    return last === undefined ? undefined : path.leafBelow(last);
  }

  function bringBack(removalId: string): void {
    sql.run`UPDATE messages SET removal_id = NULL WHERE removal_id = ${removalId}`;
    sql.run`DELETE FROM message_removals WHERE id = ${removalId}`;
  }

  function* numbersOf(removalId: string): Generator<number, void, void> {
    for (;;) {
      const rows = sql.all`SELECT number FROM messages WHERE removal_id = ${removalId}
        ORDER BY number LIMIT ${SOME}`;
      if (rows.length === 0) return;
      for (const row of rows) yield Number(row['number']);
    }
  }

  async function bringToLight(removalId: string, slices: SlicedWork): Promise<void> {
    sql.run`UPDATE message_removals SET removed_at = ${COMING} WHERE id = ${removalId}`;
    await slices.each(
      numbersOf(removalId),
      (number) => void sql.run`UPDATE messages SET removal_id = NULL WHERE number = ${number}`,
    );
    sql.run`DELETE FROM message_removals WHERE id = ${removalId}`;
  }

  return {
    /** Prepares messages that stay hidden until {@link bringToLight}. */
    prepare(conversationId: string): string {
      const removalId = randomUUID();
      sql.run`INSERT INTO message_removals
        VALUES (${removalId}, ${conversationId}, ${null}, ${NEVER})`;
      return removalId;
    },
    /** Call within `SlicedWork.inTurn`: reveals many messages in short transactions, in order. */
    bringToLight,
    /** Call before unfinished removals are purged, if restoring was interrupted. */
    async finish(slices: SlicedWork): Promise<void> {
      for (const row of sql.all`SELECT id FROM message_removals WHERE removed_at = ${COMING}`)
        await bringToLight(String(row['id']), slices);
    },
    size(messageId: string) {
      const row = messages.get(messageId);
      const shown = onPath(row.conversationId);
      const ids = messages.subtree(row.id);
      return { messages: ids.length, hidden: ids.filter((id) => !shown.has(id)).length };
    },
    remove(messageId: string) {
      const row = messages.get(messageId);
      const { conversationId } = row;
      const { leafId } = conversations.get(conversationId);
      const removalId = randomUUID();
      return transaction(database, () => {
        const ids = messages.subtree(row.id);
        sql.run`INSERT INTO message_removals
          VALUES (${removalId}, ${conversationId}, ${leafId}, ${now()})`;
        for (const id of ids)
          sql.run`UPDATE messages SET removal_id = ${removalId} WHERE id = ${id}`;
        if (leafId !== undefined && ids.includes(leafId)) {
          path.lead(conversationId, leafWithout(row.parentId, conversationId));
        } else conversations.touch(conversationId, now());
        const runIds = sql.texts`SELECT DISTINCT run_id FROM messages
          JOIN language_runs ON language_runs.id = messages.run_id
          WHERE removal_id = ${removalId} AND state = 'running'`;
        return { removalId, messages: ids.length, runIds, conversationId };
      });
    },
    restore(removalId: string): string {
      const row = sql.get`SELECT conversation_id, leaf_id FROM message_removals
        WHERE id = ${removalId} AND removed_at > ${NEVER}`;
      if (row === undefined) {
        throw notFound('These messages were deleted for good.');
      }
      const conversationId = String(row['conversation_id']);
      conversations.get(conversationId);
      const removed = sql.value`SELECT id FROM messages WHERE removal_id = ${removalId} LIMIT 1`;
      transaction(database, () => {
        bringBack(removalId);
        // the messages above may have been removed since
        for (const id of messages.idsAbove(String(removed)))
          sql.run`UPDATE messages SET removal_id = ${null} WHERE id = ${id}`;
        const leafId = row['leaf_id'];
        if (typeof leafId === 'string' && messages.find(leafId) !== undefined) {
          path.lead(conversationId, path.leafBelow(leafId));
        } else conversations.touch(conversationId, now());
      });
      return conversationId;
    },
  };
}
