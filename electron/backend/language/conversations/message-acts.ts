import type { Answering, Conversation } from '../../../../shared/contract/conversations.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { SettingsStore } from '../../library/settings/settings-store.ts';
import type { ChangeFeed } from '../change-feed.ts';
import type { LanguageRuns } from '../language-runs.ts';
import type { ModelLists } from '../models/model-list.ts';
import type { createAnswering } from './answering.ts';
import type { Asking, UserMessage } from './chat-request.ts';
import {
  newConversation,
  type ConversationRows,
  type NewConversation,
} from './conversation-rows.ts';
import type { MessageRows } from './message-rows.ts';
import { titleOf } from './title.ts';

/** Settings key for the draft of the next new conversation. */
export const NEW_DRAFT = 'draft-of-a-new-conversation';

export function createMessageActs(deps: {
  readonly settings: Pick<SettingsStore, 'setInternal'>;
  readonly runs: Pick<LanguageRuns, 'progress'>;
  readonly models: Pick<ModelLists, 'ready'>;
  readonly conversations: ConversationRows;
  readonly messages: MessageRows;
  readonly answering: ReturnType<typeof createAnswering>;
  readonly feed: Pick<ChangeFeed, 'changed'>;
  readonly read: (id: string) => Conversation;
  readonly changing: <Result>(conversationId: string, work: () => Result) => Result;
  readonly now: () => number;
}) {
  const { runs, models, conversations, messages, answering, feed, read, changing, now } = deps;

  function begun(messageId: string, work: () => Answering): Answering {
    const answers = work();
    feed.changed(messages.get(messageId).conversationId);
    return answers;
  }

  function requireEnded(runId: string | undefined): void {
    if (runId === undefined || runs.progress(runId) === undefined) return;
    throw new AppError({
      kind: 'invalid-input',
      message: 'This answer is being written. Stop it first.',
    });
  }

  return {
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
          deps.settings.setInternal(NEW_DRAFT, undefined);
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
  };
}
