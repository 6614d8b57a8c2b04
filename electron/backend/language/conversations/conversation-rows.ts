import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  messagePictureSchema,
  languageParametersSchema,
  type LanguageParameters,
} from '../../../../shared/contract/language.ts';
import type { ConversationEntry, Draft } from '../../../../shared/contract/conversations.ts';
import { notFound } from '../../../../shared/errors/app-error.ts';
import { foldText } from '../../../../shared/language/search-words.ts';
import { pageOf, readCursor } from '../page-cursor.ts';
import { NEVER } from './forgetting.ts';
import {
  allOf,
  createSql,
  listOf,
  sqlPart,
  createRowReader,
  optionalText,
  toBoolean,
  storedJson,
} from '../../library/row-values.ts';

const toRow = createRowReader({
  id: String,
  title: String,
  isTitled: toBoolean,
  folder: String,
  isPinned: toBoolean,
  system: String,
  model: optionalText,
  parameters: (value) => storedJson(languageParametersSchema, value) ?? {},
  leafId: optionalText,
  firstId: optionalText,
  revision: Number,
  createdAt: Number,
  changedAt: Number,
});

export type StoredConversation = ReturnType<typeof toRow>;

export interface NewConversation {
  readonly title?: string | undefined;
  readonly folder?: string | undefined;
  readonly system?: string | undefined;
  readonly model?: string | undefined;
  readonly parameters?: LanguageParameters | undefined;
}

type ConversationChange = NewConversation & { readonly isPinned?: boolean | undefined };

interface ListQuery {
  readonly search?: string | undefined;
  readonly folder?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

export type ConversationRows = ReturnType<typeof createConversationRows>;

const draftSchema = z.strictObject({ text: z.string(), pictures: z.array(messagePictureSchema) });
const NO_DRAFT: Draft = { text: '', pictures: [] };

export function parseDraft(stored: unknown): Draft {
  return storedJson(draftSchema, stored) ?? NO_DRAFT;
}

export function draftText({ text, pictures }: Draft): string | undefined {
  const isEmpty = text === '' && pictures.length === 0;
  return isEmpty ? undefined : JSON.stringify({ text, pictures });
}

/** @param at ms */
export function newConversation(fields: NewConversation, at: number): StoredConversation {
  const { title = '', folder = '', system = '', model, parameters = {} } = fields;
  return {
    id: randomUUID(),
    title: title.trim(),
    isTitled: title.trim() !== '',
    folder: folder.trim(),
    isPinned: false,
    system,
    model,
    parameters,
    leafId: undefined,
    firstId: undefined,
    revision: 0,
    createdAt: at,
    changedAt: at,
  };
}

export function createConversationRows(database: DatabaseSync) {
  const sql = createSql(database);

  function find(id: string): StoredConversation | undefined {
    const row = sql.get`SELECT * FROM conversations WHERE id = ${id} AND removed_at IS NULL`;
    return row === undefined ? undefined : toRow(row);
  }

  function runIds(id: string): readonly string[] {
    return sql.texts`SELECT id FROM language_runs WHERE conversation_id = ${id}
        AND state = 'running'`;
  }

  function toEntry(row: StoredConversation): ConversationEntry {
    const { id, title, folder, isPinned, createdAt, changedAt } = row;
    return { id, title, folder, isPinned, createdAt, changedAt, runIds: runIds(id) };
  }

  function page({ search = '', folder, after, limit }: ListQuery) {
    const words = foldText(search).split(/\s+/u).filter(Boolean);
    const cursor = readCursor(after, 3);
    const where = [
      sqlPart`removed_at IS NULL`,
      ...(folder === undefined ? [] : [sqlPart`folder = ${folder}`]),
      ...words.map((word) => sqlPart`instr(title_key, ${word}) > 0`),
      ...(cursor === undefined
        ? []
        : [sqlPart`(is_pinned, changed_at, number) < ${listOf(cursor)}`]),
    ];
    const rows = sql.all`SELECT * FROM conversations WHERE ${allOf(where)}
      ORDER BY is_pinned DESC, changed_at DESC, number DESC LIMIT ${limit + 1}`;
    const { shown, ...more } = pageOf(rows, limit, ['is_pinned', 'changed_at', 'number']);
    return { entries: shown.map((row) => toEntry(toRow(row))), ...more };
  }

  return {
    find,
    get(id: string): StoredConversation {
      const row = find(id);
      if (row !== undefined) return row;
      throw notFound('This conversation no longer exists.');
    },
    page,
    toEntry,
    runIds,
    folders: () =>
      sql.all`SELECT folder, count(*) AS count FROM conversations
        WHERE removed_at IS NULL AND folder <> '' GROUP BY folder`.map((row) => ({
        folder: String(row['folder']),
        count: Number(row['count']),
      })),
    /** @param source origin of an imported conversation, which stays hidden until it is revealed */
    add(conversation: StoredConversation, source?: string): string {
      const titleKey = foldText(conversation.title);
      const removedAt = source === undefined ? null : NEVER;
      sql.insert('conversations', { ...conversation, titleKey, source, removedAt });
      return conversation.id;
    },
    change(id: string, before: StoredConversation, change: ConversationChange): void {
      const title = change.title?.trim() ?? before.title;
      const model = change.model === undefined ? before.model : change.model || undefined;
      sql.update(
        'conversations',
        { id },
        {
          title,
          titleKey: foldText(title),
          isTitled: change.title === undefined ? before.isTitled : title !== '',
          folder: (change.folder ?? before.folder).trim(),
          isPinned: change.isPinned ?? before.isPinned,
          system: change.system ?? before.system,
          model,
          parameters: change.parameters ?? before.parameters,
          revision: before.revision + 1,
        },
      );
    },
    /** Sets a title from the first words unless the user has set one. */
    title: (id: string, title: string) =>
      void sql.run`UPDATE conversations SET title = ${title},
        title_key = ${foldText(title)} WHERE id = ${id} AND is_titled = 0`,
    /** The time never decreases, unless it is in the future. */
    touch: (id: string, at: number) =>
      void sql.run`UPDATE conversations SET revision = revision + 1,
        changed_at = min(max(changed_at, ${at}), ${Date.now()}) WHERE id = ${id}`,
    setPath: (id: string, leafId: string | undefined, firstId: string | undefined) =>
      void sql.run`UPDATE conversations SET leaf_id = ${leafId}, first_id = ${firstId},
        revision = revision + 1 WHERE id = ${id}`,
    remove: (id: string, at: number) =>
      void sql.run`UPDATE conversations SET removed_at = ${at},
        revision = revision + 1 WHERE id = ${id}`,
    restore: (id: string) =>
      void sql.run`UPDATE conversations SET removed_at = NULL, revision = revision + 1
        WHERE id = ${id} AND removed_at > ${NEVER}`,
    /** Reveals an imported conversation, even if it was removed. */
    reveal: (id: string) =>
      void sql.run`UPDATE conversations SET removed_at = NULL, revision = revision + 1
        WHERE id = ${id}`,
    /** @returns `undefined` if nothing was imported from there */
    bySource(source: string): { readonly id: string; readonly isRemoved: boolean } | undefined {
      const row = sql.get`SELECT id, removed_at FROM conversations WHERE source = ${source}`;
      if (row === undefined) return undefined;
      return { id: String(row['id']), isRemoved: row['removed_at'] !== null };
    },
    draft: (id: string): Draft =>
      parseDraft(sql.value`SELECT draft FROM conversations WHERE id = ${id}`),
    saveDraft(id: string, draft: Draft): void {
      sql.run`UPDATE conversations SET draft = ${draftText(draft)} WHERE id = ${id}`;
    },
  };
}
