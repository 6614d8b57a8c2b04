import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { ModelList } from '../../../../../shared/contract/models.ts';
import { answers } from '../../../../markdown/answers/index.ts';
import { backend, queries } from '../../../../core/backend/client.ts';
import { importPicture } from '../../../../core/backend/media.ts';
import { onChange } from '../../../../core/stream/changes.ts';
import { sayUndo } from '../../../../core/ui/say-undo.tsx';
import { say } from '../../../../core/ui/say.ts';
import { createChatSession, type ChatSession } from './chat-session.ts';
import { createChatStore, type ChatState } from './chat-store.ts';

const ChatContext = createContext<ChatSession | undefined>(undefined);

export function ChatProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const [session] = useState(() =>
    createChatSession({
      backend,
      store: createChatStore(),
      answers,
      importPicture,
      models: () => client.getQueryData<ModelList>(queries.models.list.queryKey()),
      say,
      sayUndo,
    }),
  );
  useEffect(() => follow(session), [session]);
  return <ChatContext value={session}>{children}</ChatContext>;
}

/** Follows changes by all windows. */
function follow(session: ChatSession): () => void {
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

export function useChatSession(): ChatSession {
  const session = use(ChatContext);
  if (session === undefined) throw new Error('There is no chat around this component.');
  return session;
}

export function useChat<Selected>(select: (state: ChatState) => Selected): Selected {
  return useStore(useChatSession().store, select);
}
