import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { ModelList } from '../../../../../shared/contract/models.ts';
import { answers } from '../../../../markdown/answers/index.ts';
import { backend, queries } from '../../../../core/backend/client.ts';
import { onChange } from '../../../../core/stream/changes.ts';
import { uploadFile } from '../../../../core/backend/uploads.ts';
import { finishSave } from '../../../../features/saving/finish-save.ts';
import { sayUndo } from '../../../../core/ui/say-undo.tsx';
import { say } from '../../../../core/ui/say.ts';
import { createChatSession, type ChatSession } from './chat-session.ts';
import { createChatStore, type ChatState } from './chat-store.ts';
import { createListSession, type ListSession, type ListState } from './list-session.ts';

interface Chat {
  readonly session: ChatSession;
  readonly list: ListSession;
}

const ChatContext = createContext<Chat | undefined>(undefined);

export function ChatProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const [chat] = useState(() =>
    createChat(() => client.getQueryData<ModelList>(queries.models.list.queryKey())),
  );
  useEffect(() => follow(chat), [chat]);
  return <ChatContext value={chat}>{children}</ChatContext>;
}

/** Follows changes by all windows. */
function follow({ session }: Chat): () => void {
  const stopChanges = onChange('conversations', session.changed);
  // change events arrive a few times a second at most, but an end must show at once
  const stopEnds = answers.onEnd((run, { conversationId }, events) => {
    if (conversationId === undefined) return;
    // a task of its own: this one renders the last text
    setTimeout(() => session.ended(run, events));
  });
  const flush = (): void => void session.drafts.flush().catch(session.fail);
  window.addEventListener('pagehide', flush);
  void session.drafts.load().catch(session.fail);
  return () => {
    stopChanges();
    stopEnds();
    window.removeEventListener('pagehide', flush);
    flush();
  };
}

function useChatContext(): Chat {
  const chat = use(ChatContext);
  if (chat === undefined) throw new Error('There is no chat around this component.');
  return chat;
}

export function useChatSession(): ChatSession {
  return useChatContext().session;
}

export function useListSession(): ListSession {
  return useChatContext().list;
}

export function useChat<Selected>(select: (state: ChatState) => Selected): Selected {
  return useStore(useChatSession().store, select);
}

export function useList<Selected>(select: (state: ListState) => Selected): Selected {
  return useStore(useListSession().store, select);
}

function createChat(models: () => ModelList | undefined): Chat {
  const store = createChatStore();
  const common = { backend, answers, models, say, sayUndo };
  const session = createChatSession({ ...common, store });
  const inFront = (): string | undefined => store.getState().conversationId;
  return {
    session,
    list: createListSession({
      ...common,
      finishSave: (outcome) => finishSave(outcome, say),
      upload: uploadFile,
      writeClipboard: (text) => navigator.clipboard.writeText(text),
      async leave(conversationId) {
        if (inFront() !== conversationId) return () => undefined;
        await session.open(undefined);
        return () => {
          if (inFront() === undefined) void session.open(conversationId);
        };
      },
    }),
  };
}
