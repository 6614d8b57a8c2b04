import type { PlainMessage } from '../../../../shared/contract/conversations.ts';
import { useClosers } from '../../../core/screen/closers.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { CHAT } from '../language-commands.ts';
import { focusComposer } from './focus.ts';
import { SEARCH_ID } from './list/ConversationList.tsx';
import { lastAnswer, lastCode, runningIds } from './model/path.ts';
import { useChatSession, useList } from './session/index.ts';
import { copyAndSay } from '../../../core/ui/copy-text.ts';
import { copyMessage } from './thread/copy.ts';

export function useChatCommands({ find }: { readonly find: () => void }): void {
  const session = useChatSession();
  const stateNow = session.store.getState;
  const folderNow = () => useList.getState().folder;
  const withAnswer = (run: (answer: PlainMessage) => Promise<void>) => {
    const answer = () => lastAnswer(stateNow().messages);
    return {
      obstacle: () => (answer() === undefined ? 'There is no answer yet.' : undefined),
      run: () => {
        const last = answer();
        if (last !== undefined) void run(last);
      },
    };
  };
  useClosers([
    {
      layer: 'content',
      isOpen: () => stateNow().conversationId !== undefined,
      close: () => void session.open(undefined, folderNow()),
    },
  ]);
  useCommands(
    bindCommands(CHAT, {
      new: () => void session.open(undefined, folderNow()),
      focus: focusComposer,
      stop: {
        obstacle: () => {
          const { messages, conversation } = stateNow();
          const isWriting = runningIds(messages).length + (conversation?.runIds.length ?? 0) > 0;
          return isWriting ? undefined : 'Nothing is being written.';
        },
        run: () => void session.stop(),
      },
      regenerate: withAnswer(async ({ id }) => await session.regenerate(id)),
      'copy-answer': withAnswer(async (last) => await copyMessage(last, 'markdown')),
      'copy-code': {
        obstacle: () =>
          lastCode(stateNow().messages) === undefined ? 'There is no code yet.' : undefined,
        run: () => void copyAndSay(lastCode(stateNow().messages) ?? ''),
      },
      find: {
        obstacle: () =>
          stateNow().messages.length === 0 ? 'The conversation is empty.' : undefined,
        run: find,
      },
      search: () => document.getElementById(SEARCH_ID)?.focus(),
    }),
  );
}
