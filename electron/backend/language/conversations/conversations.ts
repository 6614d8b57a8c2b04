import type { ConversationTools } from './conversation-deps.ts';
import type { DatabaseSync } from 'node:sqlite';
import type {
  Conversation,
  ImportReport,
  ImportStep,
  Answering,
} from '../../../../shared/contract/conversations.ts';
import type { LanguageRun, LanguageRequest } from '../../../../shared/contract/language.ts';
import { transaction } from '../../library/database.ts';
import type { LanguageEvent } from '../../service/client/index.ts';
import type { SettingsStore } from '../../library/settings/settings-store.ts';
import type { Changes } from '../../service/common/changes.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { splitThoughts } from '../../../../shared/language/thought-tags.ts';
import { choiceTexts } from '../event-joiner.ts';
import type { LanguageRuns } from '../language-runs.ts';
import type { Ledger } from '../ledger.ts';
import type { ModelLists } from '../models/model-list.ts';
import type { ReadingSource } from '../../service/common/reading/messages.ts';
import type { ReadingThread } from '../../service/common/reading/read-in-thread.ts';
import type { RunContext } from '../run-store.ts';
import { os } from '../../service/common/procedures.ts';
import type { Uploads } from '../../library/uploads.ts';
import { steps } from '../steps.ts';
import { createActivePath } from './active-path.ts';
import { createAnswering, toSend } from './answering.ts';
import { createBranchRemoval } from './branch-removal.ts';
import { createConversationImport } from './conversation-import.ts';
import { conversationFileProcedures } from './conversation-files.ts';
import {
  createConversationRows,
  draftText,
  parseDraft,
  newConversation,
} from './conversation-rows.ts';
import { createForgetting, NEVER } from './forgetting.ts';
import { createMessageRows, type StoredMessage, type MessageRows } from './message-rows.ts';
import { searchProcedure } from './message-search.ts';
import { measureProcedure } from './path-measure.ts';
import { createSlicedWork } from './sliced-work.ts';
import { titleFromText } from './title.ts';
import { invalidInput } from '../../../../shared/errors/app-error.ts';

const NEW_DRAFT = 'draft-of-a-new-conversation';

function messageProcedures(
  deps: ConversationTools & {
    readonly settings: Pick<SettingsStore, 'setInternal'>;
    readonly runs: Pick<LanguageRuns, 'progress'>;
    readonly models: Pick<ModelLists, 'ready'>;
    readonly answering: ReturnType<typeof createAnswering>;
  },
) {
  const { runs, models, conversations, messages, answering, changed, read, changing, now } = deps;

  function begun(messageId: string, work: () => Answering): Answering {
    const answers = work();
    changed(messages.get(messageId).conversationId);
    return answers;
  }

  function requireEnded(runId: string | undefined): void {
    if (runId === undefined || runs.progress(runId) === undefined) return;
    throw invalidInput('This answer is being written. Stop it first.');
  }

  return {
    send: os.conversations.send.handler(async ({ input }) => {
      const { conversationId: id, begin = {} } = input;
      const rowOf = () =>
        id === undefined ? newConversation(begin, now()) : conversations.get(id);
      if (input.models === undefined && rowOf().model === undefined) await models.ready();
      const row = rowOf();
      const answers = answering.send(row, input.parentId, input, input, () => {
        if (id === undefined) {
          conversations.add(row);
          deps.settings.setInternal(NEW_DRAFT, undefined);
        } else conversations.saveDraft(id, { text: '', pictures: [] });
      });
      changed(row.id);
      return answers;
    }),
    preview: os.conversations.preview.handler(({ input }) =>
      answering.preview(input.conversationId, input.parentId, input, input),
    ),
    edit: os.conversations.edit.handler(({ input }) => {
      const { messageId, text, how } = input;
      if (how === 'send') {
        return begun(messageId, () => answering.sendEdited(messageId, input, input));
      }
      const row = messages.get(messageId);
      requireEnded(row.runId);
      const { pictures = row.pictures } = input;
      changing(row.conversationId, () => {
        messages.edit(row, text, pictures, now());
        conversations.touch(row.conversationId, now());
        if (row.parentId === undefined)
          conversations.title(row.conversationId, titleFromText(text));
      });
      return { conversation: read(row.conversationId), answers: [], messages: [] };
    }),
    earlierTexts: os.conversations.earlierTexts.handler(({ input }) =>
      messages
        .earlierTexts(messages.get(input.messageId).id)
        .map(({ until, content }) => ({ until, text: content.text })),
    ),
    regenerate: os.conversations.regenerate.handler(({ input }) =>
      begun(input.messageId, () => answering.regenerate(input.messageId, input)),
    ),
    continue: os.conversations.continue.handler(({ input }) =>
      begun(input.messageId, () => answering.goOn(input.messageId, input)),
    ),
  };
}

/** How long a removal can be undone, ms. */
const UNDO_FOR = 86_400_000;

export function createConversations(deps: {
  readonly database: DatabaseSync;
  readonly settings: Pick<SettingsStore, 'getInternal' | 'setInternal'>;
  readonly runs: LanguageRuns;
  readonly models: Pick<ModelLists, 'list' | 'factsOf' | 'ready'>;
  readonly ledger: Ledger;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  readonly reading: ReadingThread;
  readonly uploads: Pick<Uploads, 'during'>;
  readonly contextOf: (runId: string) => RunContext | undefined;
  readonly changes: Pick<Changes, 'publish'>;
  readonly now: () => number;
}) {
  const { database, runs, models, now } = deps;
  const conversations = createConversationRows(database);
  const messages = createMessageRows(database);
  const rows = { database, conversations, messages, now };
  const path = createActivePath({ ...rows, progress: runs.progress });
  const changed = (...ids: readonly string[]) => deps.changes.publish('conversations', ...ids);
  const removal = createBranchRemoval({ ...rows, path });
  const answering = createAnswering({
    ...rows,
    path,
    runs,
    defaultModel: () => models.list().defaultModel,
    factsOf: (model) => models.factsOf(models.list().connectionId ?? '', model),
    read,
  });
  const slices = createSlicedWork(database);
  const { forget } = createForgetting(database, slices);
  const closing = new AbortController();
  const { reading } = deps;
  const importFile = createConversationImport({ ...rows, path, removal, slices, reading, changed });

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
      spent: deps.ledger.ofConversation(id),
    };
  }

  function changing<Result>(conversationId: string, work: () => Result): Result {
    const result = transaction(database, work);
    changed(conversationId);
    return result;
  }

  /** Cancelling keeps complete conversations. @throws AppError including `cancelled` */
  async function importAll(
    source: ReadingSource,
    signal: AbortSignal,
    progress: (step: ImportStep) => void,
  ): Promise<ImportReport> {
    const either = AbortSignal.any([closing.signal, signal]);
    try {
      return await slices.inTurn(async () => {
        await tidy(NEVER); // An interrupted one would contain messages of this one.
        return await importFile(source, either, progress);
      });
    } catch (error) {
      // Leftovers are deleted later; if that fails, at the next start or import.
      slices.inTurn(() => tidy(NEVER)).catch(() => undefined);
      throw error;
    }
  }

  const shared = { ...deps, ...rows, answering, changed, read, changing };
  const list = createConversationList(shared);
  const procedures = {
    ...list.procedures,
    ...messageProcedures(shared),
    ...conversationFileProcedures(shared),
    measure: measureProcedure(shared),
    search: searchProcedure(database, messages),

    path: os.conversations.path.handler(({ input }) =>
      path.page(input.conversationId, input.before, input.limit),
    ),
    show: os.conversations.show.handler(({ input: { messageId } }) => {
      const { conversationId } = messages.get(messageId);
      conversations.get(conversationId);
      const leafId = path.leafBelow(messageId);
      changing(conversationId, () => path.lead(conversationId, leafId));
      return { conversationId, leafId };
    }),

    branchSize: os.conversations.branchSize.handler(({ input }) => removal.size(input.messageId)),
    removeBranch: os.conversations.removeBranch.handler(({ input }) => {
      const { runIds, conversationId, ...removed } = removal.remove(input.messageId);
      for (const runId of runIds) runs.stop(runId);
      changed(conversationId);
      return removed;
    }),
    restoreBranch: os.conversations.restoreBranch.handler(({ input }) =>
      changed(removal.restore(input.removalId)),
    ),

    draft: os.conversations.draft.handler(({ input: { conversationId: id } }) =>
      id === undefined
        ? parseDraft(deps.settings.getInternal(NEW_DRAFT))
        : conversations.draft(conversations.get(id).id),
    ),
    saveDraft: os.conversations.saveDraft.handler(({ input: { conversationId: id, ...draft } }) => {
      if (id !== undefined) conversations.saveDraft(conversations.get(id).id, draft);
      else deps.settings.setInternal(NEW_DRAFT, draftText(draft));
    }),

    import: os.conversations.import.handler(({ input, signal }) =>
      steps<ImportStep>(
        (report, ended) =>
          deps.uploads.during(input.file, async (source) => ({
            kind: 'report',
            report: await importAll(source, ended, report),
          })),
        signal,
      ),
    ),
  };

  return {
    procedures,
    remove: list.remove,
    restore: list.restore,
    request: createPastRequest({ messages, contextOf: deps.contextOf }),

    /** Call in the transaction of an answer's end: stores its text as the message's. */
    finish(run: LanguageRun, events: readonly LanguageEvent[]): void {
      if (run.conversationId === undefined) return;
      const texts = choiceTexts(events);
      const thoughts = choiceTexts(events, 'thoughts');
      for (const { id, choice, text } of messages.ofRun(run.id)) {
        const said = splitThoughts(texts[choice] ?? '');
        const thought = (thoughts[choice] ?? '') + said.thoughts;
        if (said.text !== '' || thought !== '') {
          messages.finish(id, text + said.text, thought === '' ? undefined : thought);
        }
      }
      conversations.touch(run.conversationId, now());
    },
    runChanged({ conversationId }: Pick<LanguageRun, 'conversationId'>): void {
      if (conversationId !== undefined) changed(conversationId);
    },
    /** Permanently deletes what was removed more than a day ago. */
    purge: () => slices.inTurn(() => tidy(now() - UNDO_FOR)),
    async close() {
      closing.abort();
      await slices.close();
    },
  };
}

/** @returns the stored request if it is complete, or its messages were deleted */
function createPastRequest(deps: {
  readonly messages: MessageRows;
  readonly contextOf: (runId: string) => RunContext | undefined;
}): (run: Pick<LanguageRun, 'id' | 'request' | 'createdAt'>) => LanguageRequest {
  const { messages } = deps;

  function asItWas(row: StoredMessage, at: number): StoredMessage {
    if (row.editedAt === undefined || row.editedAt <= at) return row;
    return { ...row, ...messages.earlierTexts(row.id).find(({ until }) => until > at)?.content };
  }

  return ({ id, request, createdAt }) => {
    const context = request.kind === 'chat' ? deps.contextOf(id) : undefined;
    if (request.kind !== 'chat' || context === undefined) return request;
    const rows = messages.pathTo(context.lastId).map((row) => asItWas(row, createdAt));
    return {
      ...request,
      messages: toSend(context.system, rows, context.leftOut, context.isBlind !== true),
    };
  };
}

function createConversationList(
  deps: ConversationTools & { readonly runs: Pick<LanguageRuns, 'stop'> },
) {
  const { database, runs, conversations, messages, changed, read, changing, now } = deps;

  function firstTitle(firstId: string | undefined): string {
    const first = firstId === undefined ? undefined : messages.find(firstId);
    return first === undefined ? '' : titleFromText(first.text);
  }

  function remove(ids: readonly string[]): void {
    for (const id of ids) for (const runId of conversations.runIds(id)) runs.stop(runId);
    transaction(database, () => {
      for (const id of ids) conversations.remove(id, now());
    });
    changed(...ids);
  }

  function restore(ids: readonly string[]): void {
    transaction(database, () => {
      for (const id of ids) conversations.restore(id);
    });
    changed(...ids);
  }

  return {
    procedures: {
      list: os.conversations.list.handler(({ input }) => conversations.page(input)),
      folders: os.conversations.folders.handler(() => conversations.folders()),
      create: os.conversations.create.handler(({ input }) => {
        const id = conversations.add(newConversation(input, now()));
        changed(id);
        return read(id);
      }),
      read: os.conversations.read.handler(({ input }) => read(input.conversationId)),
      change: os.conversations.change.handler(({ input: { conversationId: id, ...change } }) => {
        const before = conversations.get(id);
        changing(id, () => {
          conversations.change(id, before, change);
          if (change.title?.trim() === '') conversations.title(id, firstTitle(before.firstId));
        });
        return read(id);
      }),
      remove: os.conversations.remove.handler(({ input }) => remove(input.conversationIds)),
      restore: os.conversations.restore.handler(({ input }) => restore(input.conversationIds)),
    },
    remove,
    restore,
  };
}
