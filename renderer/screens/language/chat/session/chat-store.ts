import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Conversation, Message } from '../../../../../shared/contract/conversations.ts';
import type {
  LanguageParameters,
  MessagePicture,
} from '../../../../../shared/contract/language.ts';
import type { AppError } from '../../../../../shared/errors/app-error.ts';

interface FreshConversation {
  readonly system: string;
  readonly model: string | undefined;
  readonly parameters: LanguageParameters;
  readonly folder: string;
  readonly besideModels: readonly string[];
}

export interface ChatState {
  readonly conversationId: string | undefined;
  readonly conversation: Conversation | undefined;
  /** The end of the active path, top to bottom. */
  readonly messages: readonly Message[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly isLoadingEarlier: boolean;
  readonly fresh: FreshConversation;
  /** Models that answer next to the own one of each conversation, by its id. */
  readonly besides: Readonly<Record<string, readonly string[]>>;
  readonly draft: string;
  readonly pictures: readonly MessagePicture[];
  /** Excluded from the next request to fit the model's context. */
  readonly leaveOut: readonly string[];
  readonly isSending: boolean;
  /** Unsaved edits of all conversations, by message id. */
  readonly edits: Readonly<Record<string, string>>;
  readonly editFocusId: string | undefined;
  /** The branch that a step has led to; its step gets the focus. */
  readonly branchFocus: { readonly messageId: string; readonly by: 1 | -1 } | undefined;
  /** Changes with the conversation in front, but not when a new one gets its id. */
  readonly opened: number;
  /** Incremented to scroll to the end of the path. */
  readonly toEnd: number;
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
  besideModels: [],
};

export const NO_CHAT = {
  conversation: undefined,
  messages: [],
  hasMore: false,
  isLoading: false,
  isLoadingEarlier: false,
  draft: '',
  pictures: [],
  leaveOut: [],
  editFocusId: undefined,
  branchFocus: undefined,
  target: undefined,
  error: undefined,
} as const satisfies Partial<ChatState>;

export function createChatStore(): ChatStore {
  return createStore<ChatState>(() => ({
    ...NO_CHAT,
    conversationId: undefined,
    fresh: NEW_CONVERSATION,
    besides: {},
    edits: {},
    opened: 0,
    isSending: false,
    toEnd: 0,
  }));
}

export function besideModelsOf({ conversationId, besides, fresh }: ChatState): readonly string[] {
  if (conversationId === undefined) return fresh.besideModels;
  return besides[conversationId] ?? NEW_CONVERSATION.besideModels;
}
