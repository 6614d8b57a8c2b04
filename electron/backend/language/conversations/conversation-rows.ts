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
  createRowReader,
  toColumn,
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

export function parseDraft(stored: string | undefined): Draft {
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
  const byId = database.prepare('SELECT * FROM conversations WHERE id = ? AND removed_at IS NULL');
  const insert = database.prepare(
    `INSERT INTO conversations (id, title, title_key, is_titled, folder, system, model, parameters,
       created_at, changed_at, source, removed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const update = database.prepare(
    `UPDATE conversations SET title = ?, title_key = ?, is_titled = ?, folder = ?, is_pinned = ?,
       system = ?, model = ?, parameters = ?, revision = revision + 1 WHERE id = ?`,
  );
  const touch = database.prepare(
    `UPDATE conversations SET revision = revision + 1, changed_at = min(max(changed_at, ?), ?)
     WHERE id = ?`,
  );
  const remove = database.prepare(
    'UPDATE conversations SET removed_at = ?, revision = revision + 1 WHERE id = ?',
  );
  const restore = database.prepare(
    `UPDATE conversations SET removed_at = NULL, revision = revision + 1
     WHERE id = ? AND removed_at > ${NEVER}`,
  );
  const setPath = database.prepare(
    'UPDATE conversations SET leaf_id = ?, first_id = ?, revision = revision + 1 WHERE id = ?',
  );
  const setTitle = database.prepare(
    'UPDATE conversations SET title = ?, title_key = ? WHERE id = ? AND is_titled = 0',
  );
  const draft = database.prepare('SELECT draft FROM conversations WHERE id = ?');
  const saveDraft = database.prepare('UPDATE conversations SET draft = ? WHERE id = ?');
  const folders = database.prepare(
    `SELECT folder, count(*) AS count FROM conversations
     WHERE removed_at IS NULL AND folder <> '' GROUP BY folder`,
  );
  const bySource = database.prepare('SELECT id, removed_at FROM conversations WHERE source = ?');
  const running = database.prepare(
    `SELECT id FROM language_runs WHERE conversation_id = ? AND state = 'running'`,
  );

  function find(id: string): StoredConversation | undefined {
    const row = byId.get(id);
    return row === undefined ? undefined : toRow(row);
  }

  function runIds(id: string): readonly string[] {
    return running.all(id).map((row) => String(row['id']));
  }

  function toEntry(row: StoredConversation): ConversationEntry {
    const { id, title, folder, isPinned, createdAt, changedAt } = row;
    return { id, title, folder, isPinned, createdAt, changedAt, runIds: runIds(id) };
  }

  function page({ search = '', folder, after, limit }: ListQuery) {
    const words = foldText(search).split(/\s+/u).filter(Boolean);
    const where = ['removed_at IS NULL'];
    const values: (string | number)[] = [];
    if (folder !== undefined) {
      where.push('folder = ?');
      values.push(folder);
    }
    for (const word of words) {
      where.push('instr(title_key, ?) > 0');
      values.push(word);
    }
    const cursor = readCursor(after, 3);
    if (cursor !== undefined) {
      where.push('(is_pinned, changed_at, number) < (?, ?, ?)');
      values.push(...cursor);
    }
    const rows = database
      .prepare(
        `SELECT * FROM conversations WHERE ${where.join(' AND ')}
         ORDER BY is_pinned DESC, changed_at DESC, number DESC LIMIT ?`,
      )
      .all(...values, limit + 1);
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
      folders.all().map((row) => ({ folder: String(row['folder']), count: Number(row['count']) })),
    /** @param source origin of an imported conversation, which stays hidden until it is revealed */
    add(fields: NewConversation, at: number, source?: string, id: string = randomUUID()): string {
      const { title = '', folder = '', system = '', model, parameters = {} } = fields;
      const isTitled = title.trim() === '' ? 0 : 1;
      insert.run(
        id,
        title.trim(),
        foldText(title.trim()),
        isTitled,
        folder.trim(),
        system,
        model ?? null,
        JSON.stringify(parameters),
        at,
        at,
        source ?? null,
        source === undefined ? null : NEVER,
      );
      return id;
    },
    change(id: string, before: StoredConversation, change: ConversationChange): void {
      const title = change.title?.trim() ?? before.title;
      const model = change.model === undefined ? before.model : change.model || undefined;
      update.run(
        title,
        foldText(title),
        toColumn(change.title === undefined ? before.isTitled : title !== ''),
        (change.folder ?? before.folder).trim(),
        toColumn(change.isPinned ?? before.isPinned),
        change.system ?? before.system,
        model ?? null,
        JSON.stringify(change.parameters ?? before.parameters),
        id,
      );
    },
    /** Sets a title from the first words unless the user has set one. */
    title: (id: string, title: string) => void setTitle.run(title, foldText(title), id),
    /** The time never decreases, unless it is in the future. */
    touch: (id: string, at: number) => void touch.run(at, Date.now(), id),
    setPath: (id: string, leafId: string | undefined, firstId: string | undefined) =>
      void setPath.run(leafId ?? null, firstId ?? null, id),
    remove: (id: string, at: number) => void remove.run(at, id),
    restore: (id: string) => void restore.run(id),
    /** Reveals an imported conversation, even if it was removed. */
    reveal: (id: string) => void remove.run(null, id),
    /** @returns `undefined` if nothing was imported from there */
    bySource(source: string): { readonly id: string; readonly isRemoved: boolean } | undefined {
      const row = bySource.get(source);
      if (row === undefined) return undefined;
      return { id: String(row['id']), isRemoved: row['removed_at'] !== null };
    },
    draft(id: string): Draft {
      const text = draft.get(id)?.['draft'];
      return parseDraft(typeof text === 'string' ? text : undefined);
    },
    saveDraft(id: string, draft: Draft): void {
      saveDraft.run(draftText(draft) ?? null, id);
    },
  };
}
