/** Searches all branches; `shared/language/search-words.ts` defines words. */
import type { DatabaseSync } from 'node:sqlite';
import type { SearchHit } from '../../../../shared/contract/conversations.ts';
import { findMarks, matchQuery, type TextMark } from '../../../../shared/language/search-words.ts';
import { os } from '../../service/common/procedures.ts';
import { readCursor, writeCursor } from '../page-cursor.ts';
import { createSql, sqlPart } from '../../library/row-values.ts';
import type { MessageRows } from './message-rows.ts';

/** Characters of an excerpt: before its first highlight, and in total. */
const EXCERPT = { before: 60, all: 240 } as const;

/** Searched characters per message. */
const MARKED = 200_000;

export function searchProcedure(database: DatabaseSync, messages: Pick<MessageRows, 'idsAbove'>) {
  const sql = createSql(database);

  function createPaths(): (conversationId: string, leafId: unknown) => ReadonlySet<string> {
    const paths = new Map<string, ReadonlySet<string>>();
    return (conversationId, leafId) => {
      const known = paths.get(conversationId);
      if (known !== undefined) return known;
      const path = new Set(typeof leafId === 'string' ? messages.idsAbove(leafId) : []);
      paths.set(conversationId, path);
      return path;
    };
  }

  return os.conversations.search.handler(({ input }) => {
    const { text, order, conversationId, after, limit } = input;
    const match = matchQuery(text);
    if (match === undefined) return { hits: [] };
    const [cursor] = readCursor(after, 1) ?? [];
    const isNewest = order === 'newest';
    const isWithin =
      conversationId === undefined ? sqlPart`TRUE` : sqlPart`m.conversation_id = ${conversationId}`;
    const page = isNewest
      ? sqlPart`AND message_search.rowid < ${cursor ?? Number.MAX_SAFE_INTEGER}
        ORDER BY message_search.rowid DESC LIMIT ${limit + 1}`
      : sqlPart`ORDER BY rank, message_search.rowid DESC LIMIT ${limit + 1} OFFSET ${cursor ?? 0}`;
    const rows = sql.all`SELECT m.number, m.id, m.conversation_id, m.role, m.text, m.created_at,
      c.title, c.leaf_id
      FROM message_search JOIN messages AS m ON m.number = message_search.rowid
      JOIN conversations AS c ON c.id = m.conversation_id
      WHERE message_search MATCH ${match} AND m.removal_id IS NULL AND c.removed_at IS NULL
        AND ${isWithin} ${page}`;
    const shown = rows.slice(0, limit);
    const pathOf = createPaths();
    const hits = shown.map((row): SearchHit => {
      const id = String(row['id']);
      const found = String(row['conversation_id']);
      return {
        conversationId: found,
        title: String(row['title']),
        messageId: id,
        role: row['role'] === 'user' ? 'user' : 'assistant',
        createdAt: Number(row['created_at']),
        ...excerptOf(String(row['text']), text),
        isOnPath: pathOf(found, row['leaf_id']).has(id),
      };
    });
    if (rows.length <= limit) return { hits };
    const next = isNewest ? Number(shown.at(-1)?.['number']) : (cursor ?? 0) + limit;
    return { hits, after: writeCursor([next]) };
  });
}

/** Returns one line around the first highlight, with offsets relative to it. */
function excerptOf(
  text: string,
  query: string,
): { readonly excerpt: string; readonly marks: [number, number][] } {
  const marks = findMarks(text.slice(0, MARKED), query);
  const first = marks[0]?.[0] ?? 0;
  const start = wholeCharacter(text, Math.max(0, first - EXCERPT.before));
  const end = wholeCharacter(text, Math.min(text.length, start + EXCERPT.all));
  const excerpt = text.slice(start, end).replaceAll(/\s/gu, ' ');
  const inside = ([from, to]: TextMark) => from >= start && to <= end;
  return {
    excerpt,
    marks: marks.filter(inside).map(([from, to]) => [from - start, to - start]),
  };
}

/** Never splits a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
