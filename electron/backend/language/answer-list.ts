import type { DatabaseSync } from 'node:sqlite';
import type { ListedAnswer } from '../../../shared/contract/language.ts';
import type { AnswerProgress } from './conversations/active-path.ts';
import { addFoldCase, foldCase } from '../library/fold-case.ts';
import { os } from '../service/common/procedures.ts';
import { readCursor, writeCursor } from './page-cursor.ts';
import { RUN_COLUMNS, toAnswerRun } from './run-rows.ts';
import { readRows } from '../library/unreadable.ts';
import { optionalText } from '../library/row-values.ts';

/** Characters of a prompt used as title. */
const TITLE = 100;

const STATES = {
  all: '1 = 1',
  running: "language_runs.state = 'running'",
  failed: "language_runs.state IN ('failed', 'interrupted')",
} as const;

export function answersProcedure(database: DatabaseSync, progress: AnswerProgress) {
  addFoldCase(database);
  const running = database.prepare(
    "SELECT count(*) AS count FROM language_runs WHERE state = 'running'",
  );
  const pages = {
    all: pageOf('all'),
    running: pageOf('running'),
    failed: pageOf('failed'),
  };

  function pageOf(show: keyof typeof STATES) {
    return database.prepare(
      `SELECT * FROM (SELECT language_runs.rowid AS row_number, language_runs.id AS id, ${RUN_COLUMNS},
         language_runs.conversation_id AS conversation_id, message_id,
         (SELECT substr(asked.text, 1, ${TITLE}) FROM messages AS answer
           JOIN messages AS asked ON asked.id = answer.parent_id
           WHERE answer.id = message_id) AS question, json_extract(request, '$.model') AS model,
         json_extract(request, '$.kind') AS kind, conversations.title AS title,
         CASE json_type(request, '$.prompt') WHEN 'text'
           THEN substr(json_extract(request, '$.prompt'), 1, ${TITLE}) END AS prompt
       FROM language_runs LEFT JOIN conversations ON conversations.id = language_runs.conversation_id
       WHERE ${STATES[show]} AND (language_runs.created_at, language_runs.rowid) < (?1, ?2))
       WHERE ?3 = '' OR instr(fold_case(concat_ws(char(10), question, title, prompt, model)), ?3) > 0
       ORDER BY run_created_at DESC, row_number DESC LIMIT ?4`,
    );
  }

  function toListed(row: Readonly<Record<string, unknown>>): ListedAnswer {
    const id = String(row['id']);
    const stored = toAnswerRun(id, optionalText(row['model']) ?? '', row);
    const { conversation_id: conversationId, message_id: messageId } = row;
    const title =
      optionalText(row['question']) ??
      optionalText(row['title']) ??
      optionalText(row['prompt']) ??
      '';
    return {
      ...stored,
      ...(stored.state === 'running' ? progress(id) : {}),
      kind: row['kind'] === 'chat' ? 'chat' : 'completion',
      title: title.replaceAll(/\s+/gu, ' ').trim(),
      ...(typeof conversationId === 'string' ? { conversationId } : {}),
      ...(typeof messageId === 'string' ? { messageId } : {}),
    };
  }

  return os.language.answers.handler(({ input: { show, text = '', after, limit } }) => {
    const place = readCursor(after, 2) ?? [Number.MAX_SAFE_INTEGER, 0];
    const rows = pages[show].all(...place, foldCase(text.trim()), limit + 1);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      answers: readRows(database, 'answer', shown, toListed),
      running: Number(running.get()?.['count'] ?? 0),
      ...(rows.length > limit && last !== undefined
        ? { after: writeCursor([last['run_created_at'], last['row_number']]) }
        : {}),
    };
  });
}
