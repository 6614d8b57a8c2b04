import type { DatabaseSync } from 'node:sqlite';
import type { Conversation } from '../../../../shared/contract/conversations.ts';
import { transaction } from '../../library/database.ts';
import type { ChangeFeed } from '../change-feed.ts';
import type { LanguageRuns } from '../language-runs.ts';
import type { ConversationChange, ConversationRows, NewConversation } from './conversation-rows.ts';
import type { MessageRows } from './message-rows.ts';
import { titleOf } from './title.ts';

export function createConversationList(parts: {
  readonly database: DatabaseSync;
  readonly runs: Pick<LanguageRuns, 'stop'>;
  readonly conversations: ConversationRows;
  readonly messages: MessageRows;
  readonly feed: Pick<ChangeFeed, 'changed'>;
  readonly read: (id: string) => Conversation;
  readonly changing: <Result>(conversationId: string, work: () => Result) => Result;
  readonly now: () => number;
}) {
  const { database, runs, conversations, messages, feed, read, changing, now } = parts;

  function firstTitle(firstId: string | undefined): string {
    const first = firstId === undefined ? undefined : messages.find(firstId);
    return first === undefined ? '' : titleOf(first.text);
  }

  return {
    list: conversations.page,
    folders: conversations.folders,
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
  };
}
