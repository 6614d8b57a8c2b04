import type { DatabaseSync } from 'node:sqlite';
import type { Conversation } from '../../../../shared/contract/conversations.ts';
import type { ConversationRows } from './conversation-rows.ts';
import type { MessageRows } from './message-rows.ts';

export interface ConversationDeps {
  readonly database: DatabaseSync;
  readonly conversations: ConversationRows;
  readonly messages: MessageRows;
  readonly now: () => number;
}

/** What procedures of conversations share. */
export interface ConversationTools extends ConversationDeps {
  readonly changed: (...ids: readonly string[]) => void;
  readonly read: (id: string) => Conversation;
  /** In a transaction; then publishes the change. */
  readonly changing: <Result>(conversationId: string, work: () => Result) => Result;
}
