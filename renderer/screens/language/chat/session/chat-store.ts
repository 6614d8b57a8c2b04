/** The state of the chat: the conversation in front, its loaded path, and the message that is being written. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Conversation, Message } from '../../../../../shared/contract/conversations.ts';
import type {
  LanguageParameters,
  MessagePicture,
} from '../../../../../shared/contract/language.ts';
import type { AppError } from '../../../../../shared/errors/app-error.ts';

/** Settings of a conversation that begins with the next message. */
export interface FreshConversation {
  readonly system: string;
  readonly model: string | undefined;
  readonly parameters: LanguageParameters;
  readonly folder: string;
}

export interface ChatState {
  /** Missing: a new conversation, which is made with its first message. */
  readonly conversationId: string | undefined;
  readonly conversation: Conversation | undefined;
  /** The end of the active path, top to bottom. */
  readonly messages: readonly Message[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly isLoadingEarlier: boolean;
  readonly fresh: FreshConversation;
  /** Models that answer beside the conversation's own. */
  readonly besideModels: readonly string[];
  readonly draft: string;
  readonly pictures: readonly MessagePicture[];
  /** Messages that the next request leaves out, to fit the model's context. */
  readonly leaveOut: readonly string[];
  readonly isSending: boolean;
  /** Texts of messages that are being changed and not saved yet, by the message; of all conversations. */
  readonly edits: Readonly<Record<string, string>>;
  /** The message whose changed text takes the cursor when it is shown. */
  readonly editFocusId: string | undefined;
  /** Grows with each order to show the end of the path. */
  readonly toEnd: number;
  /** A message that is to be brought into sight. */
  readonly target:
    | { readonly messageId: string; readonly order: number; readonly isMarked: boolean }
    | undefined;
  readonly error: AppError | undefined;
}

export type ChatStore = StoreApi<ChatState>;

export const NEW_CONVERSATION: FreshConversation = {
  system: '',
  model: undefined,
  parameters: {},
  folder: '',
};

/** Nothing of a conversation. */
export const NOTHING = {
  conversation: undefined,
  messages: [],
  hasMore: false,
  isLoading: false,
  isLoadingEarlier: false,
  draft: '',
  pictures: [],
  leaveOut: [],
  besideModels: [],
  editFocusId: undefined,
  target: undefined,
  error: undefined,
} as const satisfies Partial<ChatState>;

export function createChatStore(): ChatStore {
  return createStore<ChatState>(() => ({
    ...NOTHING,
    conversationId: undefined,
    fresh: NEW_CONVERSATION,
    edits: {},
    isSending: false,
    toEnd: 0,
  }));
}
