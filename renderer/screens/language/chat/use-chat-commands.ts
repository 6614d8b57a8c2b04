import { useClosers } from '../../../core/screen/closers.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { focusComposer } from './composer/focus-composer.ts';
import { SEARCH_ID } from './list/ConversationList.tsx';
import { lastAnswer, lastCode, runningIds } from './model/path.ts';
import { useChatSession, useChatState, useListSession } from './session/index.ts';
import { copyMessage, copyText } from './thread/copy.ts';

const GROUP = 'Chat';

export function useChatCommands({ find }: { readonly find: () => void }): void {
  const session = useChatSession();
  const stateNow = useChatState();
  const list = useListSession();
  const folderNow = () => list.store.getState().folder;
  const answer = () => lastAnswer(stateNow().messages);
  const noAnswer = () => (answer() === undefined ? 'There is no answer yet.' : undefined);
  useClosers([
    {
      layer: 'content',
      isOpen: () => stateNow().conversationId !== undefined,
      close: () => void session.open(undefined, folderNow()),
    },
  ]);
  useCommands([
    {
      id: 'chat.new',
      title: 'New conversation',
      group: GROUP,
      shortcuts: ['Shift+Mod+O'],
      run: () => void session.open(undefined, folderNow()),
    },
    {
      id: 'chat.focus',
      title: 'Write a message',
      group: GROUP,
      shortcuts: ['Shift+Escape'],
      run: focusComposer,
    },
    {
      id: 'chat.stop',
      title: 'Stop the answer',
      group: GROUP,
      shortcuts: ['Escape'],
      obstacle: () => {
        const { messages, conversation } = stateNow();
        const isWriting = runningIds(messages).length + (conversation?.runIds.length ?? 0) > 0;
        return isWriting ? undefined : 'Nothing is being written.';
      },
      run: () => void session.stop(),
    },
    {
      id: 'chat.regenerate',
      title: 'Regenerate the last answer',
      group: GROUP,
      shortcuts: ['Shift+Mod+R'],
      obstacle: noAnswer,
      run: () => {
        const last = answer();
        if (last !== undefined) void session.regenerate(last.id);
      },
    },
    {
      id: 'chat.copy-answer',
      title: 'Copy the last answer',
      group: GROUP,
      shortcuts: ['Shift+Mod+C'],
      obstacle: noAnswer,
      run: () => {
        const last = answer();
        if (last !== undefined) void copyMessage(last, 'markdown');
      },
    },
    {
      id: 'chat.copy-code',
      title: 'Copy the last code',
      group: GROUP,
      shortcuts: ['Shift+Mod+;'],
      obstacle: () =>
        lastCode(stateNow().messages) === undefined ? 'There is no code yet.' : undefined,
      run: () => void copyText(lastCode(stateNow().messages) ?? ''),
    },
    {
      id: 'chat.find',
      title: 'Find in this conversation',
      group: GROUP,
      shortcuts: ['Mod+F'],
      obstacle: () => (stateNow().messages.length === 0 ? 'The conversation is empty.' : undefined),
      run: find,
    },
    {
      id: 'chat.search',
      title: 'Search all conversations',
      group: GROUP,
      shortcuts: ['Shift+Mod+F'],
      run: () => document.getElementById(SEARCH_ID)?.focus(),
    },
  ]);
}
