/** Tolerates damage: a missing parent ends the path, and a cycle is walked once. */
import type { DatabaseSync } from 'node:sqlite';
import { messagePictureSchema, type MessagePicture } from '../../../../shared/contract/language.ts';
import { splitThoughts } from '../../../../shared/language/thought-tags.ts';
import { indexedWords } from '../../../../shared/language/search-words.ts';
import { notFound } from '../../../../shared/errors/app-error.ts';
import {
  createSql,
  createRowReader,
  optionalNumber,
  optionalText,
  sqlPart,
  storedList,
  type Row,
} from '../../library/row-values.ts';

export type StoredMessage = ReturnType<typeof toMessage>;

type NewMessage = Pick<
  StoredMessage,
  'id' | 'conversationId' | 'parentId' | 'role' | 'text' | 'createdAt'
> &
  Partial<
    Pick<
      StoredMessage,
      'thoughts' | 'pictures' | 'model' | 'runId' | 'choice' | 'orderId' | 'continues'
    >
  > & {
    readonly source?: string | undefined;
    /** The last active child, which may be added later. */
    readonly lastChildId?: string | undefined;
    /** Hidden until this removal is undone. */
    readonly removalId?: string | undefined;
  };

/** Longest path in messages; beyond it is damage. */
const DEEPEST = 1_000_000;

export type MessageRows = ReturnType<typeof createMessageRows>;

export function createMessageRows(database: DatabaseSync) {
  const sql = createSql(database);
  const upwards = (id: string) => sqlPart`WITH RECURSIVE up (id, parent_id, depth) AS (
      SELECT id, parent_id, 0 FROM messages WHERE id = ${id}
      UNION ALL SELECT m.id, m.parent_id, depth + 1
      FROM up JOIN messages AS m ON m.id = up.parent_id WHERE depth < ${DEEPEST})`;

  function find(id: string): StoredMessage | undefined {
    const row = sql.get`SELECT * FROM messages WHERE id = ${id} AND removal_id IS NULL`;
    return row === undefined ? undefined : toMessage(row);
  }

  const firsts = (conversationId: string) =>
    sql.texts`SELECT id FROM messages
      WHERE conversation_id = ${conversationId} AND parent_id IS NULL AND removal_id IS NULL
      ORDER BY number`;

  const children = (id: string) =>
    sql.texts`SELECT id FROM messages WHERE parent_id = ${id} AND removal_id IS NULL
      ORDER BY number`;

  return {
    find,
    get(id: string): StoredMessage {
      const row = find(id);
      if (row !== undefined) return row;
      throw notFound('This message no longer exists.');
    },
    add(message: NewMessage): void {
      const { text, pictures = [], choice = 0 } = message;
      sql.insert('messages', { ...message, words: indexedWords(text), pictures, choice });
    },
    /** Oldest first. */
    siblings: ({ conversationId, parentId }: Pick<StoredMessage, 'conversationId' | 'parentId'>) =>
      parentId === undefined ? firsts(conversationId) : children(parentId),
    children,
    firsts,
    /** The path to a message. @param limit most messages, counted from its end */
    pathTo: (id: string, limit = DEEPEST) =>
      sql.all`WITH RECURSIVE up (id, parent_id, depth) AS (
          SELECT id, parent_id, 0 FROM messages WHERE id = ${id}
          UNION ALL SELECT m.id, m.parent_id, depth + 1 FROM up
          JOIN messages AS m ON m.id = up.parent_id
          WHERE depth + 1 < ${limit})
        SELECT messages.* FROM up JOIN messages ON messages.id = up.id ORDER BY depth DESC`.map(
        toMessage,
      ),
    idsAbove: (id: string) => sql.texts`${upwards(id)} SELECT id FROM up`,
    firstOf: (id: string) => optionalText(sql.value`${upwards(id)} SELECT id, max(depth) FROM up`),
    turnsAbove: (id: string) =>
      sql.all`WITH RECURSIVE up (id, parent_id, last_child_id, child, depth) AS (
          SELECT id, parent_id, last_child_id, NULL, 0 FROM messages WHERE id = ${id}
          UNION ALL SELECT m.id, m.parent_id, m.last_child_id, up.id, depth + 1
          FROM up JOIN messages AS m ON m.id = up.parent_id WHERE depth < ${DEEPEST})
        SELECT id, child FROM up WHERE child IS NOT NULL AND last_child_id IS NOT child`.map(
        (row) => ({ id: String(row['id']), childId: String(row['child']) }),
      ),
    subtree: (id: string) =>
      sql.texts`WITH RECURSIVE down (id) AS (
          SELECT id FROM messages WHERE id = ${id}
          UNION SELECT m.id FROM down JOIN messages AS m ON m.parent_id = down.id
          WHERE m.removal_id IS NULL)
        SELECT id FROM down`,
    lastChild: (id: string) =>
      optionalText(sql.value`SELECT last_child_id FROM messages WHERE id = ${id}`),
    setLastChild: (id: string, childId: string) =>
      void sql.run`UPDATE messages SET last_child_id = ${childId} WHERE id = ${id}`,
    edit(
      message: StoredMessage,
      text: string,
      pictures: readonly MessagePicture[],
      at: number,
    ): void {
      sql.run`INSERT INTO message_texts (message_id, until, text, pictures)
        VALUES (${message.id}, ${at}, ${message.text}, ${message.pictures})`;
      sql.update(
        'messages',
        { id: message.id },
        { text, words: indexedWords(text), pictures, editedAt: at },
      );
    },
    finish: (id: string, text: string, thoughts: string | undefined) =>
      void sql.run`UPDATE messages SET text = ${text}, words = ${indexedWords(text)},
        thoughts = ${thoughts} WHERE id = ${id}`,
    earlierTexts: (id: string) =>
      sql.all`SELECT until, text, pictures FROM message_texts WHERE message_id = ${id}
        ORDER BY until, rowid`.map(({ text, until, pictures }) => ({
        until: Number(until),
        content: { text: String(text), pictures: picturesOf(pictures) },
      })),
    earlierTextCount: (id: string) =>
      Number(sql.value`SELECT count(*) FROM message_texts WHERE message_id = ${id}` ?? 0),
    /** Includes removed ones. */
    ofRun: (runId: string) =>
      sql.all`SELECT * FROM messages WHERE run_id = ${runId} ORDER BY choice`.map(toMessage),
    ofOrder: (orderId: string) =>
      sql.all`SELECT * FROM messages WHERE order_id = ${orderId}
          AND removal_id IS NULL ORDER BY number`.map(toMessage),
    bySource: (conversationId: string, source: string) =>
      optionalText(
        sql.value`SELECT id FROM messages WHERE conversation_id = ${conversationId}
            AND source = ${source}`,
      ),
  };
}

function picturesOf(stored: unknown): readonly MessagePicture[] {
  return stored === '[]' ? [] : storedList(messagePictureSchema, stored);
}

const readMessage = createRowReader({
  number: Number,
  id: String,
  conversationId: String,
  parentId: optionalText,
  role: (value) => (value === 'user' ? 'user' : 'assistant'),
  text: String,
  thoughts: optionalText,
  pictures: picturesOf,
  model: optionalText,
  runId: optionalText,
  choice: Number,
  orderId: optionalText,
  continues: optionalText,
  createdAt: Number,
  editedAt: optionalNumber,
});

export function toMessage(row: Row) {
  const message = readMessage(row);
  if (message.role === 'user' || message.thoughts !== undefined) return message;
  // Gesso 1.0.0 stored reasoning between tags as text.
  const { text, thoughts } = splitThoughts(message.text);
  return { ...message, text, thoughts: thoughts === '' ? undefined : thoughts };
}
