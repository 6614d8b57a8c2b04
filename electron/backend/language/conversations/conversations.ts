/** Conversations as the window uses them; the parts beside this file do the work. */
import type { DatabaseSync } from 'node:sqlite';
import type {
  Answering,
  Conversation,
  Draft,
  ImportReport,
  MessagePath,
} from '../../../../shared/contract/conversations.ts';
import type { LanguageRun } from '../../../../shared/contract/language.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { transaction } from '../../library/database.ts';
import type { LanguageEvent } from '../../service/index.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { createChangeFeed } from '../change-feed.ts';
import type { HostPorts } from '../../common/ports.ts';
import { textsOf } from '../event-joiner.ts';
import type { LanguageRuns } from '../language-runs.ts';
import type { Ledger } from '../ledger.ts';
import type { ModelLists } from '../models/model-list.ts';
import type { ReadingSource } from '../reading/messages.ts';
import type { ReadingThread } from '../reading/read-in-thread.ts';
import type { RunContext } from '../run-store.ts';
import { createActivePath } from './active-path.ts';
import { createAnswering, type Asking, type UserMessage } from './answering.ts';
import { createBranchRemoval } from './branch-removal.ts';
import { createConversationImport, type ImportProgress } from './conversation-import.ts';
import { createConversationFiles } from './conversation-files.ts';
import {
  createConversationRows,
  draftText,
  newConversation,
  parseDraft,
  type ConversationChange,
  type NewConversation,
} from './conversation-rows.ts';
import { createForgetting, NEVER } from './forgetting.ts';
import { createMessageRows } from './message-rows.ts';
import { createMessageSearch } from './message-search.ts';
import { createPathMeasure } from './path-measure.ts';
import { createPastRequest } from './past-request.ts';
import { createSlicedWork } from './sliced-work.ts';
import { titleOf } from './title.ts';

export type Conversations = ReturnType<typeof createConversations>;

/** The draft of the next new conversation, an internal value of the settings. */
const NEW_DRAFT = 'draft-of-a-new-conversation';

/** How long a removal can be undone, ms. */
const UNDO_FOR = 86_400_000;

export function createConversations(parts: {
  readonly database: DatabaseSync;
  readonly settings: Pick<SettingsStore, 'getInternal' | 'setInternal'>;
  readonly runs: LanguageRuns;
  readonly models: Pick<ModelLists, 'list' | 'factsOf' | 'ready'>;
  readonly ledger: Ledger;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  readonly reading: ReadingThread;
  readonly contextOf: (runId: string) => RunContext | undefined;
  readonly now: () => number;
}) {
  const { database, runs, models, now } = parts;
  const conversations = createConversationRows(database);
  const messages = createMessageRows(database);
  const path = createActivePath({ database, conversations, messages, progress: runs.progress });
  const feed = createChangeFeed();
  const removal = createBranchRemoval({ database, conversations, messages, path, now });
  const answering = createAnswering({
    conversations,
    messages,
    path,
    runs,
    defaultModel: () => models.list().defaultModel,
    factsOf: (model) => models.factsOf(models.list().connectionId ?? '', model),
    read,
    now,
  });
  const files = createConversationFiles({
    database,
    conversations,
    messages,
    ports: parts.ports,
  });
  const slices = createSlicedWork(database);
  const { forget } = createForgetting(database, slices);
  const closing = new AbortController();
  const importFile = createConversationImport({
    database,
    conversations,
    messages,
    path,
    removal,
    slices,
    reading: parts.reading,
    changed: feed.changed,
    now,
  });

  /** Deletes what was removed before a time, and what an import has left. */
  async function tidy(before: number): Promise<void> {
    await removal.finish(slices);
    await forget(before);
  }

  function read(id: string): Conversation {
    const row = conversations.get(id);
    const { system, model, parameters, leafId, revision } = row;
    return {
      ...conversations.toEntry(row),
      system,
      model,
      parameters,
      leafId,
      revision,
      spent: parts.ledger.ofConversation(id),
    };
  }

  /** Does it in one transaction, and tells the windows. */
  function changing<Result>(conversationId: string, work: () => Result): Result {
    const result = transaction(database, work);
    feed.changed(conversationId);
    return result;
  }

  function begun(messageId: string, work: () => Answering): Answering {
    const answers = work();
    feed.changed(messages.get(messageId).conversationId);
    return answers;
  }

  function firstTitle(firstId: string | undefined): string {
    const first = firstId === undefined ? undefined : messages.find(firstId);
    return first === undefined ? '' : titleOf(first.text);
  }

  return {
    list: conversations.page,
    folders: conversations.folders,
    read,
    create(fields: NewConversation): Conversation {
      const id = transaction(database, () => conversations.add(fields, now()));
      feed.changed(id);
      return read(id);
    },
    change(id: string, change: ConversationChange): Conversation {
      const before = conversations.get(id);
      changing(id, () => {
        conversations.change(id, before, change);
        if (change.title?.trim() === '') conversations.title(id, firstTitle(before.firstId));
      });
      return read(id);
    },
    remove(ids: readonly string[]): void {
      for (const id of ids) for (const runId of conversations.runIds(id)) runs.stop(runId);
      transaction(database, () => {
        for (const id of ids) conversations.remove(id, now());
      });
      feed.changed(...ids);
    },
    restore(ids: readonly string[]): void {
      transaction(database, () => {
        for (const id of ids) conversations.restore(id);
      });
      feed.changed(...ids);
    },

    path: (id: string, before: string | undefined, limit: number): MessagePath =>
      path.page(id, before, limit),
    show(messageId: string) {
      const { conversationId } = messages.get(messageId);
      conversations.get(conversationId);
      const leafId = path.leafBelow(messageId);
      changing(conversationId, () => path.lead(conversationId, leafId));
      return { conversationId, leafId };
    },

    preview: answering.preview,
    measure: createPathMeasure({ database, conversations, messages, models }),
    /** @param to its id, or the fields of a conversation that begins with this message */
    async send(
      to: string | NewConversation,
      parentId: string | undefined,
      message: UserMessage,
      asking: Asking,
    ): Promise<Answering> {
      const rowOf = () =>
        typeof to === 'string' ? conversations.get(to) : newConversation(to, now());
      if (asking.models === undefined && rowOf().model === undefined) await models.ready();
      const row = rowOf();
      const answers = answering.send(row, parentId, message, asking, () => {
        if (typeof to !== 'string') {
          conversations.add(to, row.createdAt, undefined, row.id);
          parts.settings.setInternal(NEW_DRAFT, undefined);
        } else conversations.saveDraft(to, { text: '', pictures: [] });
      });
      feed.changed(row.id);
      return answers;
    },
    edit(messageId: string, message: UserMessage, how: 'save' | 'send', asking: Asking): Answering {
      if (how === 'send') {
        return begun(messageId, () => answering.sendEdited(messageId, message, asking));
      }
      const row = messages.get(messageId);
      requireEnded(row.runId);
      const { pictures = row.pictures } = message;
      changing(row.conversationId, () => {
        messages.edit(row, message.text, pictures, now());
        conversations.touch(row.conversationId, now());
        if (row.parentId === undefined) {
          conversations.title(row.conversationId, titleOf(message.text));
        }
      });
      return { conversation: read(row.conversationId), answers: [], messages: [] };
    },
    earlierTexts: (messageId: string) => messages.earlierTexts(messages.get(messageId).id),
    regenerate: (messageId: string, asking: Asking) =>
      begun(messageId, () => answering.regenerate(messageId, asking)),
    goOn: (messageId: string, asking: Asking) =>
      begun(messageId, () => answering.goOn(messageId, asking)),

    branchSize: removal.size,
    removeBranch(messageId: string) {
      const { runIds, conversationId, ...removed } = removal.remove(messageId);
      for (const runId of runIds) runs.stop(runId);
      feed.changed(conversationId);
      return removed;
    },
    restoreBranch(removalId: string): void {
      feed.changed(removal.restore(removalId));
    },

    search: createMessageSearch(database, messages),

    draft(id: string | undefined): Draft {
      if (id !== undefined) return conversations.draft(conversations.get(id).id);
      return parseDraft(parts.settings.getInternal(NEW_DRAFT));
    },
    saveDraft(id: string | undefined, draft: Draft): void {
      if (id !== undefined) conversations.saveDraft(conversations.get(id).id, draft);
      else parts.settings.setInternal(NEW_DRAFT, draftText(draft));
    },

    text: files.text,
    save: files.save,
    /**
     * @param signal stops it: conversations that are in as a whole stay, of the others nothing
     * @throws AppError also `cancelled`, with a sentence about what is in
     */
    async import(
      source: ReadingSource,
      signal: AbortSignal,
      progress: (step: ImportProgress) => void,
    ): Promise<ImportReport> {
      const either = AbortSignal.any([closing.signal, signal]);
      try {
        return await slices.inTurn(async () => {
          await tidy(NEVER); // one that ended in the middle would have messages of this one
          return await importFile(source, either, progress);
        });
      } catch (error) {
        // what was begun goes afterwards; where that fails, the next start or import does it
        slices.inTurn(() => tidy(NEVER)).catch(() => undefined);
        throw error;
      }
    },
    /** The whole request of an answer. */
    request: createPastRequest({ messages, contextOf: parts.contextOf }),

    async *changes(signal: AbortSignal | undefined) {
      for await (const conversationIds of feed.read(signal)) yield { conversationIds };
    },

    /** Within the transaction of an answer's end: its text is the message's from now on. */
    settle(run: LanguageRun, events: readonly LanguageEvent[]): void {
      if (run.conversationId === undefined) return;
      const texts = textsOf(events);
      const thoughts = textsOf(events, 'thoughts');
      for (const { id, choice, text } of messages.ofRun(run.id)) {
        const [said = '', thought = ''] = [texts[choice], thoughts[choice]];
        if (said !== '' || thought !== '') {
          messages.settle(id, text + said, thought === '' ? undefined : thought);
        }
      }
      conversations.touch(run.conversationId, now());
    },
    /** An answer has begun or ended. */
    runChanged({ conversationId }: Pick<LanguageRun, 'conversationId'>): void {
      if (conversationId !== undefined) feed.changed(conversationId);
    },
    /** Deletes for good what was removed more than a day ago. */
    purge: () => slices.inTurn(() => tidy(now() - UNDO_FOR)),
    async close() {
      closing.abort();
      feed.close();
      await slices.close();
    },
  };

  function requireEnded(runId: string | undefined): void {
    if (runId === undefined || runs.progress(runId) === undefined) return;
    throw new AppError({
      kind: 'invalid-input',
      message: 'This answer is being written. Stop it first.',
    });
  }
}
