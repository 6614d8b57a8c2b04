import type { DatabaseSync } from 'node:sqlite';
import { pictureTokensOf, promptTokensOf } from '../../../shared/language/expected-cost.ts';
import type { LanguageRequest, LanguageRun, Spent } from '../../../shared/contract/language.ts';
import { toAppError } from '../../../shared/errors/app-error.ts';
import type { CleanError } from '../service/common/clean-error.ts';
import type { Connections } from '../accounts/connections/connections.ts';
import { attempt } from '../library/unreadable.ts';
import { createLogFlusher } from '../library/flush-log.ts';
import type { HostPorts } from '../service/common/ports.ts';
import type { LanguageEvent } from '../service/client/index.ts';
import type { SettingsStore } from '../library/settings/settings-store.ts';
import type { BudgetGuard } from '../accounts/spend/watch/index.ts';
import { createAnswerList } from './answer-list.ts';
import type { ReadPicture } from './ask-model.ts';
import { createChangeFeed } from './change-feed.ts';
import { createConversations, type Conversations } from './conversations/conversations.ts';
import { createDocumentFiles, type DocumentFiles } from './documents/document-files.ts';
import { createDocuments, type Documents } from './documents/documents.ts';
import { createLanguageRuns, type LanguageRuns } from './language-runs.ts';
import { createLedger } from './ledger.ts';
import { createModelLists, type ModelLists } from './models/model-list.ts';
import { createReadingThread } from '../service/common/reading/read-in-thread.ts';
import { createPromptTables, type PromptTables } from './prompt-tables/prompt-tables.ts';
import { createRunStore } from './run-store.ts';

export interface Language {
  readonly runs: LanguageRuns;
  readonly models: ModelLists;
  readonly conversations: Conversations;
  readonly documents: Documents;
  readonly documentFiles: DocumentFiles;
  readonly promptTables: PromptTables;
  answers: ReturnType<typeof createAnswerList>;
  changes(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ readonly runIds: readonly string[] }, void, void>;
  spent(connectionId: string, day: number): Spent;
  /** @throws AppError `not-found` */
  request(runId: string): LanguageRequest;
  /** Call once at the start, before anything else. */
  resume(): void;
  /** Permanently deletes what was removed more than a day ago. */
  purge(): void;
  close(): Promise<void>;
}

/** How long events of ended answers are kept besides their text, ms: two weeks. */
const KEPT = 14 * 86_400_000;

export function assembleLanguage(deps: {
  readonly database: DatabaseSync;
  readonly settings: SettingsStore;
  readonly connections: Connections;
  readonly budgetGuard: Pick<BudgetGuard, 'require'>;
  readonly ports: HostPorts;
  readonly readPicture: ReadPicture;
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
}): Language {
  const { database, settings, connections, budgetGuard, ports, cleanError, log } = deps;
  const now = Date.now;
  const ledger = createLedger(database);
  const models = createModelLists({ database, connections, cleanError, now });

  function onEnd(run: LanguageRun, events: readonly LanguageEvent[], connectionId: string): void {
    ledger.add(run, connectionId);
    conversations.settle(run, events);
    promptTables.settle(run);
    if (run.usage === undefined) return;
    const request = conversations.request(run);
    // How a model counts pictures says nothing about text.
    if (pictureTokensOf(request) > 0) return;
    const estimate = promptTokensOf(request);
    const { promptTokens } = run.usage;
    attempt(database, 'model', run.model, () =>
      models.learn(connectionId, run.model, promptTokens, estimate),
    );
  }

  const feed = createChangeFeed();
  const store = createRunStore(database, onEnd);
  const flusher = createLogFlusher(database);
  const runs = createLanguageRuns({
    database,
    store,
    connections,
    budgetGuard,
    factsOf: models.factsOf,
    readPicture: deps.readPicture,
    requestOf: (run) => conversations.request(run),
    cleanError,
    log,
    flush: () => flusher.flush(),
    onAsked: models.used,
    onChange(run) {
      conversations.runChanged(run);
      feed.changed(run.id);
    },
  });
  const reading = createReadingThread();
  const conversations = createConversations({
    database,
    reading,
    settings,
    runs,
    models,
    ledger,
    ports,
    contextOf: store.context,
    now,
  });
  const documents = createDocuments({ database, now });
  const promptTables = createPromptTables({
    database,
    reading,
    runs,
    models,
    connections,
    budgetGuard,
    ports,
    concurrentCalls: () => settings.get().concurrentCalls,
    csvStyle: () => settings.get().csvStyle,
    cleanError,
    log,
    now,
  });

  function purge(): void {
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
    runs,
    models,
    conversations,
    documents,
    documentFiles: createDocumentFiles({ documents, ports }),
    promptTables,
    answers: createAnswerList(database, runs.progress),
    async *changes(signal) {
      for await (const runIds of feed.read(signal)) yield { runIds };
    },
    spent: ledger.ofDay,
    request: (runId) => conversations.request(runs.get(runId)),
    resume() {
      promptTables.resume();
      runs.resume();
      purge();
    },
    purge,
    async close() {
      feed.close();
      promptTables.close();
      reading.close();
      await Promise.all([runs.close(), models.close()]);
      await conversations.close();
      documents.close();
      await flusher.close();
    },
  };
}
