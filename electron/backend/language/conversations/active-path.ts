import type { ConversationDeps } from './conversation-deps.ts';
import type { AnswerRun } from '../../../../shared/contract/language.ts';
import type {
  Message,
  MessagePath,
  PlainMessage,
} from '../../../../shared/contract/conversations.ts';
import { notFound } from '../../../../shared/errors/app-error.ts';
import { RUN_COLUMNS, toAnswerRun } from '../run-rows.ts';
import type { StoredMessage } from './message-rows.ts';
import { createSql } from '../../library/row-values.ts';

export type AnswerProgress = (
  runId: string,
) => Pick<AnswerRun, 'firstTextAt' | 'pieces'> | undefined;

export type ActivePath = ReturnType<typeof createActivePath>;

export function createActivePath(deps: ConversationDeps & { readonly progress: AnswerProgress }) {
  const { conversations, messages } = deps;
  const sql = createSql(deps.database);

  /** Makes this message and its ancestors the active path. Call inside a transaction. */
  function lead(conversationId: string, leafId: string | undefined): void {
    if (leafId !== undefined) {
      for (const { id, childId } of messages.turnsAbove(leafId)) messages.setLastChild(id, childId);
    }
    const firstId = leafId === undefined ? undefined : messages.firstOf(leafId);
    conversations.setPath(conversationId, leafId, firstId);
  }

  function leafBelow(messageId: string): string {
    const seen = new Set<string>();
    let id = messageId;
    while (!seen.has(id)) {
      seen.add(id);
      const below = messages.children(id);
      const last = messages.lastChild(id);
      const next = last !== undefined && below.includes(last) ? last : below.at(-1);
      if (next === undefined) break;
      id = next;
    }
    return id;
  }

  function runOf({ runId, model = '' }: StoredMessage): AnswerRun | undefined {
    const row =
      runId === undefined
        ? undefined
        : sql.get`SELECT ${RUN_COLUMNS} FROM language_runs WHERE id = ${runId}`;
    if (runId === undefined || row === undefined) return undefined;
    const stored = toAnswerRun(runId, model, row);
    return stored.state === 'running' ? { ...stored, ...deps.progress(runId) } : stored;
  }

  function plain(row: StoredMessage): PlainMessage {
    const { id, parentId, role, text, thoughts, pictures, createdAt, editedAt } = row;
    const { model, choice, continues } = row;
    return {
      id,
      parentId,
      role,
      text,
      thoughts,
      pictures,
      createdAt,
      editedAt,
      earlierTexts: editedAt === undefined ? 0 : messages.earlierTextCount(id),
      model,
      run: runOf(row),
      choice,
      continues,
    };
  }

  function whole(row: StoredMessage): Message {
    const siblings = messages.siblings(row);
    const together = row.orderId === undefined ? [] : messages.ofOrder(row.orderId);
    return {
      ...plain(row),
      siblings: siblings.map((id) =>
        id === row.id ? { id } : { id, below: messages.subtree(id).length - 1 },
      ),
      beside: together.filter(({ id }) => id !== row.id).map(plain),
    };
  }

  return {
    lead,
    leafBelow,
    page(conversationId: string, before: string | undefined, limit: number): MessagePath {
      const { leafId, revision } = conversations.get(conversationId);
      const last = before === undefined ? leafId : pageEnd(before, conversationId);
      const rows = last === undefined ? [] : messages.pathTo(last, limit + 1);
      const shown = rows.slice(-limit);
      return {
        messages: shown.map(whole),
        hasMore: rows.length > limit,
        leafId,
        revision,
      };
    },
  };

  function pageEnd(before: string, conversationId: string): string | undefined {
    const row = messages.get(before);
    if (row.conversationId === conversationId) return row.parentId;
    throw notFound('This message no longer exists.');
  }
}
