import type { DatabaseSync } from 'node:sqlite';
import { otherTokensOf, promptTokensOf } from '../../../shared/language/expected-cost.ts';
import type { LanguageRun, ListedAnswer } from '../../../shared/contract/language.ts';
import { toAppError } from '../../../shared/errors/app-error.ts';
import type { Changes } from '../service/common/changes.ts';
import type { CleanError } from '../service/common/clean-error.ts';
import type { Connections } from '../accounts/connections/connections.ts';
import { skipUnreadable, readRows } from '../library/unreadable.ts';
import { createLogFlusher } from '../library/flush-log.ts';
import type { HostPorts } from '../service/common/ports.ts';
import type { LanguageEvent } from '../service/client/index.ts';
import type { SettingsStore } from '../library/settings/settings-store.ts';
import type { BudgetGuard } from '../accounts/spend/watch/index.ts';
import type { Uploads } from '../library/uploads.ts';
import { os } from '../service/common/procedures.ts';
import { createReadPicture } from './ask-model.ts';
import type { FileStore } from '../library/file-store.ts';
import type { PatchStore } from '../library/patch-store.ts';
import type { PhotoStore } from '../library/photo-store.ts';
import { createConversations } from './conversations/conversations.ts';
import { createDocuments } from './documents/documents.ts';
import { createLanguageRuns } from './language-runs.ts';
import { createTokenLedger } from './ledger.ts';
import { createModelLists } from './models/model-list.ts';
import { createReadingThread } from '../service/common/reading/read-in-thread.ts';
import { createPromptTables } from './prompt-tables/prompt-tables.ts';
import { createLanguageRunStore } from './run-store.ts';
import type { AnswerProgress } from './conversations/active-path.ts';
import { addFoldCase, foldCase } from '../library/fold-case.ts';
import { pageOf, readCursor } from './page-cursor.ts';
import { RUN_COLUMNS, toAnswerRun } from './run-rows.ts';
import { createSql, listOf, optionalText, sqlPart } from '../library/row-values.ts';

const TITLE = 100;

const STATES = {
  all: sqlPart`TRUE`,
  running: sqlPart`language_runs.state = 'running'`,
  failed: sqlPart`language_runs.state IN ('failed', 'interrupted')`,
} as const;

function answersProcedure(database: DatabaseSync, progress: AnswerProgress) {
  addFoldCase(database);
  const sql = createSql(database);
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
    const wanted = foldCase(text.trim());
    const rows = sql.all`SELECT * FROM (
        SELECT language_runs.rowid AS row_number, language_runs.id AS id, ${RUN_COLUMNS},
        language_runs.conversation_id AS conversation_id, message_id,
        (SELECT substr(asked.text, 1, ${TITLE}) FROM messages AS answer
          JOIN messages AS asked ON asked.id = answer.parent_id
          WHERE answer.id = message_id) AS question, json_extract(request, '$.model') AS model,
        json_extract(request, '$.kind') AS kind, conversations.title AS title,
        CASE json_type(request, '$.prompt') WHEN 'text'
        THEN substr(json_extract(request, '$.prompt'), 1, ${TITLE}) END AS prompt
        FROM language_runs
        LEFT JOIN conversations ON conversations.id = language_runs.conversation_id
        WHERE ${STATES[show]}
          AND (language_runs.created_at, language_runs.rowid) < ${listOf(place)})
      WHERE ${wanted} = ''
        OR instr(fold_case(concat_ws(char(10), question, title, prompt, model)), ${wanted}) > 0
      ORDER BY run_created_at DESC, row_number DESC LIMIT ${limit + 1}`;
    const { shown, ...more } = pageOf(rows, limit, ['run_created_at', 'row_number']);
    return {
      answers: readRows(database, 'answer', shown, toListed),
      running: Number(sql.value`SELECT count(*) FROM language_runs WHERE state = 'running'` ?? 0),
      ...more,
    };
  });
}

const DAY = 86_400_000;

/** How long events of ended answers are kept besides their text, ms. */
const KEPT = 14 * DAY;

/**
 * Moves rows from the future, written while the clock was wrong, to the latest others, as they
 * would stay on top of their list. Without others, the clock is wrong now.
 */
function mendTimes(database: DatabaseSync, now: number): void {
  for (const table of ['conversations', 'documents']) {
    const latest = `SELECT max(changed_at) FROM ${table} WHERE changed_at <= ?1`;
    database
      .prepare(
        `UPDATE ${table} SET changed_at = coalesce((${latest}), changed_at)
         WHERE changed_at > ?1 + ${DAY}`,
      )
      .run(now);
  }
}

export function createLanguage(deps: {
  readonly database: DatabaseSync;
  readonly settings: SettingsStore;
  readonly connections: Connections;
  readonly budgetGuard: Pick<BudgetGuard, 'require' | 'countAhead'>;
  readonly ports: HostPorts;
  readonly photos: PhotoStore;
  readonly files: FileStore;
  readonly patches: PatchStore;
  readonly uploads: Uploads;
  readonly cleanError: CleanError;
  readonly changes: Pick<Changes, 'publish'>;
  readonly log: (line: string) => void;
}) {
  const { database, settings, log } = deps;
  const now = Date.now;
  const ledger = createTokenLedger(database);
  const models = createModelLists({ ...deps, now });

  function onEnd(run: LanguageRun, events: readonly LanguageEvent[], connectionId: string): void {
    ledger.add(run, connectionId);
    conversations.finish(run, events);
    promptTables.finish(run);
    if (run.usage === undefined) return;
    const request = conversations.request(run);
    // Only texts show how a model splits text.
    if (otherTokensOf(request) > 0) return;
    const estimate = promptTokensOf(request);
    const { promptTokens } = run.usage;
    skipUnreadable(database, 'model', run.model, () =>
      models.learn(connectionId, run.model, promptTokens, estimate),
    );
  }

  const store = createLanguageRunStore(database, onEnd);
  const flusher = createLogFlusher(database);
  const runs = createLanguageRuns({
    ...deps,
    store,
    factsOf: models.factsOf,
    readPicture: createReadPicture(deps),
    requestOf: (run) => conversations.request(run),
    flush: () => flusher.flush(),
    onAsked: models.used,
    onChange(run) {
      conversations.runChanged(run);
      deps.changes.publish('answers', run.id);
    },
  });
  const reading = createReadingThread();
  const conversations = createConversations({
    ...deps,
    reading,
    runs,
    models,
    ledger,
    contextOf: store.context,
    now,
  });
  const documents = createDocuments({ ...deps, now });
  const promptTables = createPromptTables({
    ...deps,
    reading,
    runs,
    models,
    concurrentCalls: () => settings.get().concurrentCalls,
    csvStyle: () => settings.get().csvStyle,
    now,
  });

  function tend(): void {
    mendTimes(database, now());
    store.forgetEvents(now() - KEPT);
    documents.purge();
    promptTables.purge();
    // Not awaited: it may take long, and closing aborts it.
    conversations.purge().catch((thrown: unknown) => {
      const { kind, message } = toAppError(thrown);
      if (kind !== 'cancelled') log(`removed conversations stay: ${message}`); // Tried again an hour later.
    });
  }

  return {
    procedures: {
      language: {
        ...runs.procedures,
        answers: answersProcedure(database, runs.progress),
        spent: os.language.spent.handler(({ input }) =>
          ledger.ofDay(input.connectionId, input.day),
        ),
      },
      models: models.procedures,
      conversations: conversations.procedures,
      documents: documents.procedures,
      promptTables: promptTables.procedures,
    },
    models,
    conversations,
    /** Call once at the start, before anything else. */
    resume(): void {
      promptTables.resume();
      runs.resume();
      tend();
    },
    /** Permanently deletes what was removed more than a day ago, and mends times. */
    tend,
    async close(): Promise<void> {
      promptTables.close();
      reading.close();
      await Promise.all([runs.close(), models.close()]);
      await conversations.close();
      await flusher.close();
    },
  };
}
