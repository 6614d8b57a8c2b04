import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { DocumentEntry, LanguageDocument } from '../../../../shared/contract/documents.ts';
import { notFound } from '../../../../shared/errors/app-error.ts';
import { foldText, unfoldedPlace } from '../../../../shared/language/search-words.ts';
import { transaction } from '../../library/database.ts';
import { allOf, createSql, listOf, sqlPart, createRowReader } from '../../library/row-values.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { os } from '../../service/common/procedures.ts';
import type { Changes } from '../../service/common/changes.ts';
import { pageOf, readCursor } from '../page-cursor.ts';
import { writeFile } from 'node:fs/promises';
import type { SaveOutcome } from '../../../../shared/contract/export.ts';
import { titleStem } from '../../../../shared/export/file-names.ts';
import { firstCharacters } from '../../../../shared/first-characters.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';

const GESSO_DOCUMENT = { format: 'gesso-document', version: 1 } as const;

const TYPES = {
  text: { extension: 'txt', mediaType: 'text/plain' },
  json: { extension: 'json', mediaType: 'application/json' },
} as const;

type DocumentForm = keyof typeof TYPES;

/** Characters of an excerpt: in total, and before a match. */
const EXCERPT = { all: 160, before: 40 } as const;

const HALF_OF_AN_EMOJI = /^[\u{DC00}-\u{DFFF}]/u;

/** How long a removal can be undone, ms. */
const UNDO_FOR = 86_400_000;

export function createDocuments(deps: {
  readonly database: DatabaseSync;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  readonly changes: Pick<Changes, 'publish'>;
  readonly now: () => number;
}) {
  const { database, now } = deps;
  const changed = (...ids: readonly string[]) => deps.changes.publish('documents', ...ids);
  const sql = createSql(database);

  function get(id: string): LanguageDocument {
    const row = sql.get`SELECT * FROM documents WHERE id = ${id} AND removed_at IS NULL`;
    if (row !== undefined) return toDocument(row);
    throw notFound('This document no longer exists.');
  }

  function setAllRemoved(ids: readonly string[], at: number | null): void {
    transaction(database, () => {
      for (const id of ids) sql.run`UPDATE documents SET removed_at = ${at} WHERE id = ${id}`;
    });
    changed(...ids);
  }

  const procedures = {
    list: os.documents.list.handler(({ input: { limit, search = '', after } }) => {
      const words = foldText(search).split(/\s+/u).filter(Boolean);
      const cursor = readCursor(after, 2);
      const place = listOf(cursor ?? [Number.MAX_SAFE_INTEGER, 0]);
      const excerpt =
        words.length === 0 ? sqlPart`substr(text, 1, ${EXCERPT.all * 2})` : sqlPart`text`;
      const isFound = words.map((word) => sqlPart`instr(search_key, ${word}) > 0`);
      const rows = sql.all`SELECT number, id, name, created_at, changed_at, revision,
        length(text) AS length, ${excerpt} AS text
        FROM documents WHERE removed_at IS NULL AND ${allOf(isFound)}
          AND (changed_at, number) < ${place}
        ORDER BY changed_at DESC, number DESC LIMIT ${limit + 1}`;
      const { shown, ...more } = pageOf(rows, limit, ['changed_at', 'number']);
      return { entries: shown.map((row) => toEntry(row, words)), ...more };
    }),
    create: os.documents.create.handler(({ input }) => {
      const { name = '', text = '', marks = '', settings = '' } = input;
      const id = randomUUID();
      const at = now();
      sql.insert('documents', {
        id,
        name: name.trim(),
        text,
        searchKey: keyOf(name, text),
        marks,
        settings,
        revision: 0,
        createdAt: at,
        changedAt: at,
      });
      changed(id);
      return get(id);
    }),
    read: os.documents.read.handler(({ input }) => get(input.documentId)),
    save: os.documents.save.handler(({ input: { documentId: id, revision, ...content } }) => {
      const outcome = transaction(database, () => {
        const before = get(id);
        if (before.revision !== revision) {
          return { is: 'changed-elsewhere' as const, document: before };
        }
        const { text = before.text, marks = before.marks, settings = before.settings } = content;
        const key = keyOf(before.name, text);
        const changedAt = now();
        sql.update(
          'documents',
          { id },
          { text, searchKey: key, marks, settings, revision: revision + 1, changedAt },
        );
        return { is: 'saved' as const, revision: revision + 1, changedAt };
      });
      if (outcome.is === 'saved') changed(id);
      return outcome;
    }),
    saveAs: os.documents.saveAs.handler(({ input }) =>
      saveDocument(deps.ports, get(input.documentId), input.as),
    ),
    ofAnswer: os.documents.ofAnswer.handler(({ input: { runId } }) => {
      // An answer is named in the marks of its text, and in the settings while it is written.
      const id = sql.value`SELECT id FROM documents WHERE removed_at IS NULL
          AND (instr(marks, ${runId}) > 0 OR instr(settings, ${runId}) > 0)
        ORDER BY changed_at DESC LIMIT 1`;
      return typeof id === 'string' ? { documentId: id } : {};
    }),
    rename: os.documents.rename.handler(({ input: { documentId: id, name } }) => {
      sql.run`UPDATE documents SET name = ${name.trim()}, search_key = ${keyOf(name, get(id).text)}
        WHERE id = ${id}`;
      changed(id);
    }),
    remove: os.documents.remove.handler(({ input }) => setAllRemoved(input.documentIds, now())),
    restore: os.documents.restore.handler(({ input }) => setAllRemoved(input.documentIds, null)),
  };
  return {
    procedures,
    /** Permanently deletes what was removed more than a day ago. */
    purge: () => void sql.run`DELETE FROM documents WHERE removed_at < ${now() - UNDO_FOR}`,
  };
}

async function saveDocument(
  ports: Pick<HostPorts, 'saveFile'>,
  document: LanguageDocument,
  as: DocumentForm,
): Promise<SaveOutcome> {
  const { extension, mediaType } = TYPES[as];
  const [line = ''] = document.text.trim().split('\n');
  const title = document.name || firstCharacters(line, 60) || 'Document';
  return await saveByHost(ports, {
    suggestedName: `${titleStem(title)}.${extension}`,
    mediaType,
    write: (place) => writeFile(place, contentOf(document, as), { flag: 'wx' }),
  });
}

function contentOf(document: LanguageDocument, as: DocumentForm): string {
  if (as === 'text') return document.text;
  const { id: _id, revision: _revision, marks, settings, ...fields } = document;
  const whole = { ...GESSO_DOCUMENT, ...fields, marks: parsed(marks), settings: parsed(settings) };
  return JSON.stringify(whole, undefined, 2);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

function keyOf(name: string, text: string): string {
  return foldText(`${name.trim()}\n${text}`);
}

const toDocument = createRowReader({
  id: String,
  name: String,
  text: String,
  marks: String,
  settings: String,
  revision: Number,
  createdAt: Number,
  changedAt: Number,
});

function toEntry(row: Readonly<Record<string, unknown>>, words: readonly string[]): DocumentEntry {
  const text = String(row['text']);
  const folded = words.length === 0 ? '' : foldText(text);
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  const found = places.length === 0 ? 0 : unfoldedPlace(text, Math.min(...places));
  const at = Math.max(0, found - EXCERPT.before);
  return {
    id: String(row['id']),
    name: String(row['name']),
    createdAt: Number(row['created_at']),
    changedAt: Number(row['changed_at']),
    length: Number(row['length']),
    excerpt: firstCharacters(text.slice(at), EXCERPT.all)
      .replace(HALF_OF_AN_EMOJI, '')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
    revision: Number(row['revision']),
  };
}
