import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import type { ModelList } from '../../../../../shared/contract/models.ts';
import { answers } from '../../../../markdown/answers/index.ts';
import { backend, queries } from '../../../../core/backend/client.ts';
import { importPicture } from '../../../../core/backend/media.ts';
import { createScreenSession } from '../../../../core/screen/screen-session.tsx';
import { onChange } from '../../../../core/stream/changes.ts';
import { sayUndo } from '../../../../core/ui/say-undo.tsx';
import { say } from '../../../../core/ui/say.ts';
import { createChatSession, type ChatSession } from './chat-session.ts';
import { createChatStore, type ChatStore } from './chat-store.ts';

const {
  SessionProvider,
  useSession: useChatSession,
  useSessionState: useChat,
} = createScreenSession('Chat', createChatStore, useMaker);

export { useChat, useChatSession };

function useMaker(store: ChatStore) {
  const client = useQueryClient();
  const models = () => client.getQueryData<ModelList>(queries.models.list.queryKey());
  return () => createChatSession({ backend, store, answers, importPicture, models, say, sayUndo });
}

export function ChatProvider({ children }: { readonly children: ReactNode }) {
  return (
    <SessionProvider>
      <Follower />
      {children}
    </SessionProvider>
  );
}

function Follower() {
  const session = useChatSession();
  useEffect(() => follow(session), [session]);
  return null;
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
