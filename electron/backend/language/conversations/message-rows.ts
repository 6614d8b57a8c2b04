/** Tolerates damage: a missing parent ends the path, and a cycle is walked once. */
import type { DatabaseSync } from 'node:sqlite';
import { messagePictureSchema, type MessagePicture } from '../../../../shared/contract/language.ts';
import { splitThoughts } from '../../../../shared/language/thought-tags.ts';
import { indexedWords } from '../../../../shared/language/search-words.ts';
import { notFound } from '../../../../shared/errors/app-error.ts';
import {
  createRowReader,
  optionalNumber,
  optionalText,
  prepareInsert,
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
  const byId = database.prepare('SELECT * FROM messages WHERE id = ? AND removal_id IS NULL');
  const insert = prepareInsert(database, 'messages', [
    'id',
    'conversationId',
    'parentId',
    'role',
    'text',
    'words',
    'thoughts',
    'pictures',
    'model',
    'runId',
    'choice',
    'orderId',
    'continues',
    'createdAt',
    'source',
    'lastChildId',
    'removalId',
  ]);
  const children = database.prepare(
    'SELECT id FROM messages WHERE parent_id = ? AND removal_id IS NULL ORDER BY number',
  );
  const firsts = database.prepare(
    `SELECT id FROM messages WHERE conversation_id = ? AND parent_id IS NULL AND removal_id IS NULL
     ORDER BY number`,
  );
  const walk = database.prepare(
    `WITH RECURSIVE up (id, parent_id, depth) AS (
       SELECT id, parent_id, 0 FROM messages WHERE id = ?
       UNION ALL SELECT m.id, m.parent_id, depth + 1 FROM up JOIN messages AS m ON m.id = up.parent_id
         WHERE depth + 1 < ?)
     SELECT messages.* FROM up JOIN messages ON messages.id = up.id ORDER BY depth DESC`,
  );
  const upwards = `WITH RECURSIVE up (id, parent_id, depth) AS (
      SELECT id, parent_id, 0 FROM messages WHERE id = ?
      UNION ALL SELECT m.id, m.parent_id, depth + 1 FROM up JOIN messages AS m ON m.id = up.parent_id
        WHERE depth < ${DEEPEST})`;
  const above = database.prepare(`${upwards} SELECT id FROM up`);
  const top = database.prepare(`${upwards} SELECT id, max(depth) FROM up`);
  const turns = database.prepare(
    `WITH RECURSIVE up (id, parent_id, last_child_id, child, depth) AS (
       SELECT id, parent_id, last_child_id, NULL, 0 FROM messages WHERE id = ?
       UNION ALL SELECT m.id, m.parent_id, m.last_child_id, up.id, depth + 1
         FROM up JOIN messages AS m ON m.id = up.parent_id WHERE depth < ${DEEPEST})
     SELECT id, child FROM up WHERE child IS NOT NULL AND last_child_id IS NOT child`,
  );
  const below = database.prepare(
    `WITH RECURSIVE down (id) AS (
       SELECT id FROM messages WHERE id = ?
       UNION SELECT m.id FROM down JOIN messages AS m ON m.parent_id = down.id
         WHERE m.removal_id IS NULL)
     SELECT id FROM down`,
  );
  const lastChild = database.prepare('SELECT last_child_id FROM messages WHERE id = ?');
  const setLastChild = database.prepare('UPDATE messages SET last_child_id = ? WHERE id = ?');
  const setText = database.prepare(
    'UPDATE messages SET text = ?, words = ?, pictures = ?, edited_at = ? WHERE id = ?',
  );
  const append = database.prepare(
    'UPDATE messages SET text = ?, words = ?, thoughts = ? WHERE id = ?',
  );
  const keepText = database.prepare(
    'INSERT INTO message_texts (message_id, until, text, pictures) VALUES (?, ?, ?, ?)',
  );
  const texts = database.prepare(
    'SELECT until, text, pictures FROM message_texts WHERE message_id = ? ORDER BY until, rowid',
  );
  const textCount = database.prepare(
    'SELECT count(*) AS count FROM message_texts WHERE message_id = ?',
  );
  const byRun = database.prepare('SELECT * FROM messages WHERE run_id = ? ORDER BY choice');
  const byOrder = database.prepare(
    'SELECT * FROM messages WHERE order_id = ? AND removal_id IS NULL ORDER BY number',
  );
  const bySource = database.prepare(
    'SELECT id FROM messages WHERE conversation_id = ? AND source = ?',
  );

  function find(id: string): StoredMessage | undefined {
    const row = byId.get(id);
    return row === undefined ? undefined : toMessage(row);
  }

  const idsOf = (rows: readonly Readonly<Record<string, unknown>>[]) =>
    rows.map((row) => String(row['id']));

  return {
    find,
    get(id: string): StoredMessage {
      const row = find(id);
      if (row !== undefined) return row;
      throw notFound('This message no longer exists.');
    },
    add(message: NewMessage): void {
      const { text, pictures = [], choice = 0 } = message;
      insert({ ...message, words: indexedWords(text), pictures, choice });
    },
    /** Oldest first. */
    siblings(message: Pick<StoredMessage, 'conversationId' | 'parentId'>): readonly string[] {
      const { conversationId, parentId } = message;
      return idsOf(parentId === undefined ? firsts.all(conversationId) : children.all(parentId));
    },
    children: (id: string) => idsOf(children.all(id)),
    firsts: (conversationId: string) => idsOf(firsts.all(conversationId)),
    /** The path to a message. @param limit most messages, counted from its end */
    pathTo: (id: string, limit = DEEPEST) => walk.all(id, limit).map(toMessage),
    idsAbove: (id: string) => idsOf(above.all(id)),
    firstOf: (id: string) => optionalText(top.get(id)?.['id']),
    turnsAbove: (id: string) =>
      turns.all(id).map((row) => ({ id: String(row['id']), childId: String(row['child']) })),
    subtree: (id: string) => idsOf(below.all(id)),
    lastChild: (id: string) => optionalText(lastChild.get(id)?.['last_child_id']),
    setLastChild: (id: string, childId: string) => void setLastChild.run(childId, id),
    edit(
      message: StoredMessage,
      text: string,
      pictures: readonly MessagePicture[],
      at: number,
    ): void {
      keepText.run(message.id, at, message.text, JSON.stringify(message.pictures));
      setText.run(text, indexedWords(text), JSON.stringify(pictures), at, message.id);
    },
    finish: (id: string, text: string, thoughts: string | undefined) =>
      void append.run(text, indexedWords(text), thoughts ?? null, id),
    earlierTexts: (id: string) =>
      texts.all(id).map(({ text, until, pictures }) => ({
        until: Number(until),
        content: { text: String(text), pictures: picturesOf(pictures) },
      })),
    earlierTextCount: (id: string) => Number(textCount.get(id)?.['count'] ?? 0),
    /** Includes removed ones. */
    ofRun: (runId: string) => byRun.all(runId).map(toMessage),
    ofOrder: (orderId: string) => byOrder.all(orderId).map(toMessage),
    bySource: (conversationId: string, source: string) =>
      optionalText(bySource.get(conversationId, source)?.['id']),
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
