import type { Answering, Conversation } from '../../../../shared/contract/conversations.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { SettingsStore } from '../../library/settings/settings-store.ts';
import { os } from '../../service/common/procedures.ts';
import type { LanguageRuns } from '../language-runs.ts';
import type { ModelLists } from '../models/model-list.ts';
import type { createAnswering } from './answering.ts';
import { newConversation, type ConversationRows } from './conversation-rows.ts';
import type { MessageRows } from './message-rows.ts';
import { titleFromText } from './title.ts';

/** Settings key for the draft of the next new conversation. */
export const NEW_DRAFT = 'draft-of-a-new-conversation';

export function messageProcedures(deps: {
  readonly settings: Pick<SettingsStore, 'setInternal'>;
  readonly runs: Pick<LanguageRuns, 'progress'>;
  readonly models: Pick<ModelLists, 'ready'>;
  readonly conversations: ConversationRows;
  readonly messages: MessageRows;
  readonly answering: ReturnType<typeof createAnswering>;
  readonly changed: (conversationId: string) => void;
  readonly read: (id: string) => Conversation;
  readonly changing: <Result>(conversationId: string, work: () => Result) => Result;
  readonly now: () => number;
}) {
  const { runs, models, conversations, messages, answering, changed, read, changing, now } = deps;

  function begun(messageId: string, work: () => Answering): Answering {
    const answers = work();
    changed(messages.get(messageId).conversationId);
    return answers;
  }

  function requireEnded(runId: string | undefined): void {
    if (runId === undefined || runs.progress(runId) === undefined) return;
    throw new AppError('invalid-input', 'This answer is being written. Stop it first.');
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
          conversations.add(begin, row.createdAt, undefined, row.id);
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
