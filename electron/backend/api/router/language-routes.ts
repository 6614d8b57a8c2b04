import type { Uploads } from '../../library/uploads.ts';
import type { ImportStep } from '../../../../shared/contract/conversations.ts';
import { os } from '../../service/common/procedures.ts';
import type { Language } from '../../language/assemble-language.ts';
import { steps } from '../../language/steps.ts';

export function languageRoutes(deps: {
  readonly language: Language;
  readonly uploads: Pick<Uploads, 'during'>;
}) {
  const { language, uploads } = deps;
  const { runs, models, conversations, documents, documentFiles, promptTables } = language;
  return {
    language: {
      models: os.language.models.handler(() => runs.models()),
      start: os.language.start.handler(({ input }) => runs.start(input)),
      follow: os.language.follow.handler(({ input, signal }) =>
        runs.follow(input.runId, input.afterSequence, signal),
      ),
      stop: os.language.stop.handler(({ input }) => runs.stop(input.runId)),
      request: os.language.request.handler(({ input }) => language.request(input.runId)),
      list: os.language.list.handler(({ input }) => runs.list(input.limit)),
      answers: os.language.answers.handler(({ input }) => language.answers(input)),
      changes: os.language.changes.handler(({ signal }) => language.changes(signal)),
      spent: os.language.spent.handler(({ input }) =>
        language.spent(input.connectionId, input.day),
      ),
    },
    models: {
      list: os.models.list.handler(() => models.list()),
      changes: os.models.changes.handler(({ signal }) => models.changes(signal)),
      refresh: os.models.refresh.handler(({ input }) => models.refresh(input.connectionId)),
      mark: os.models.mark.handler(({ input }) => models.mark(input)),
    },
    conversations: {
      list: os.conversations.list.handler(({ input }) => conversations.list(input)),
      folders: os.conversations.folders.handler(() => conversations.folders()),
      create: os.conversations.create.handler(({ input }) => conversations.create(input)),
      read: os.conversations.read.handler(({ input }) => conversations.read(input.conversationId)),
      change: os.conversations.change.handler(({ input: { conversationId, ...change } }) =>
        conversations.change(conversationId, change),
      ),
      remove: os.conversations.remove.handler(({ input }) =>
        conversations.remove(input.conversationIds),
      ),
      restore: os.conversations.restore.handler(({ input }) =>
        conversations.restore(input.conversationIds),
      ),
      path: os.conversations.path.handler(({ input }) =>
        conversations.path(input.conversationId, input.before, input.limit),
      ),
      show: os.conversations.show.handler(({ input }) => conversations.show(input.messageId)),
      send: os.conversations.send.handler(({ input }) =>
        conversations.send(input.conversationId ?? input.begin ?? {}, input.parentId, input, input),
      ),
      preview: os.conversations.preview.handler(({ input }) =>
        conversations.preview(input.conversationId, input.parentId, input, input),
      ),
      measure: os.conversations.measure.handler(({ input }) => conversations.measure(input)),
      edit: os.conversations.edit.handler(({ input }) =>
        conversations.edit(input.messageId, input, input.how, input),
      ),
      earlierTexts: os.conversations.earlierTexts.handler(({ input }) =>
        conversations.earlierTexts(input.messageId),
      ),
      regenerate: os.conversations.regenerate.handler(({ input }) =>
        conversations.regenerate(input.messageId, input),
      ),
      continue: os.conversations.continue.handler(({ input }) =>
        conversations.goOn(input.messageId, input),
      ),
      branchSize: os.conversations.branchSize.handler(({ input }) =>
        conversations.branchSize(input.messageId),
      ),
      removeBranch: os.conversations.removeBranch.handler(({ input }) =>
        conversations.removeBranch(input.messageId),
      ),
      restoreBranch: os.conversations.restoreBranch.handler(({ input }) =>
        conversations.restoreBranch(input.removalId),
      ),
      search: os.conversations.search.handler(({ input }) => conversations.search(input)),
      draft: os.conversations.draft.handler(({ input }) =>
        conversations.draft(input.conversationId),
      ),
      saveDraft: os.conversations.saveDraft.handler(({ input: { conversationId, ...draft } }) =>
        conversations.saveDraft(conversationId, draft),
      ),
      changes: os.conversations.changes.handler(({ signal }) => conversations.changes(signal)),
      text: os.conversations.text.handler(({ input }) => ({
        text: conversations.text(input.conversationId, input.as),
      })),
      save: os.conversations.save.handler(({ input }) =>
        conversations.save(input.conversationId, input.as),
      ),
      import: os.conversations.import.handler(({ input, signal }) =>
        steps<ImportStep>(
          (report, ended) =>
            uploads.during(input.file, async (source) => ({
              kind: 'report',
              report: await conversations.import(source, ended, report),
            })),
          signal,
        ),
      ),
    },
    documents: {
      list: os.documents.list.handler(({ input }) => documents.list(input)),
      create: os.documents.create.handler(({ input }) => documents.create(input)),
      read: os.documents.read.handler(({ input }) => documents.read(input.documentId)),
      save: os.documents.save.handler(({ input: { documentId, revision, ...content } }) =>
        documents.save(documentId, revision, content),
      ),
      saveAs: os.documents.saveAs.handler(({ input }) =>
        documentFiles.save(input.documentId, input.as),
      ),
      ofAnswer: os.documents.ofAnswer.handler(({ input }) => documents.ofAnswer(input.runId)),
      rename: os.documents.rename.handler(({ input }) =>
        documents.rename(input.documentId, input.name),
      ),
      remove: os.documents.remove.handler(({ input }) => documents.remove(input.documentIds)),
      restore: os.documents.restore.handler(({ input }) => documents.restore(input.documentIds)),
      changes: os.documents.changes.handler(({ signal }) => documents.changes(signal)),
    },
    promptTables: {
      readText: os.promptTables.readText.handler(async ({ input: { file }, signal }) =>
        typeof file === 'string'
          ? promptTables.readText(file, signal)
          : uploads.during(file, (source) => promptTables.readText(source, signal)),
      ),
      plan: os.promptTables.plan.handler(({ input }) => promptTables.plan(input)),
      create: os.promptTables.create.handler(({ input }) => promptTables.create(input)),
      list: os.promptTables.list.handler(() => promptTables.list()),
      read: os.promptTables.read.handler(({ input }) => promptTables.read(input.tableId)),
      rows: os.promptTables.rows.handler(({ input: { tableId, state, offset, limit } }) =>
        promptTables.rows(tableId, state, offset, limit),
      ),
      start: os.promptTables.start.handler(({ input }) =>
        promptTables.start(input.tableId, input.rows),
      ),
      stop: os.promptTables.stop.handler(({ input }) => promptTables.stop(input.tableId)),
      retry: os.promptTables.retry.handler(({ input }) => promptTables.retry(input.tableId)),
      remove: os.promptTables.remove.handler(({ input }) => promptTables.remove(input.tableId)),
      restore: os.promptTables.restore.handler(({ input }) => promptTables.restore(input.tableId)),
      save: os.promptTables.save.handler(({ input }) =>
        promptTables.save(input.tableId, input.isGuarded),
      ),
      changes: os.promptTables.changes.handler(({ signal }) => promptTables.changes(signal)),
    },
  };
}
