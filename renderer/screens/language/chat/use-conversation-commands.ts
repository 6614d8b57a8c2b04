import { useCommands, type Command } from '../../../base/commands/commands.ts';
import type { Conversation } from '../../../../shared/contract/conversations.ts';
import { focusComposer } from './composer/focus-composer.ts';
import { focusSystemMessage, hasSystemMessage } from './panel/system-message.ts';
import { useChatState, useListSession } from './session/index.ts';

export function useConversationCommands({ rename }: { readonly rename: () => void }): void {
  const stateNow = useChatState();
  const list = useListSession();

  function command(
    name: string,
    title: string,
    act: (conversation: Conversation) => unknown,
  ): Command {
    const conversation = () => stateNow().conversation;
    return {
      id: `chat.${name}`,
      title,
      group: 'Chat',
      obstacle: () => (conversation() === undefined ? 'Open a conversation first' : undefined),
      run() {
        const inFront = conversation();
        if (inFront !== undefined) void act(inFront);
      },
    };
  }

  useCommands([
    {
      id: 'chat.system',
      title: 'Write the system message',
      group: 'Chat',
      obstacle: () => (hasSystemMessage() ? undefined : 'Show the conversation’s settings first'),
      run: focusSystemMessage,
    },
    command('rename', 'Rename the conversation…', rename),
    command('pin', 'Pin or unpin the conversation', ({ id, isPinned }) =>
      list.change(id, { isPinned: !isPinned }),
    ),
    command('copy', 'Copy the conversation', ({ id }) => list.copy(id, 'markdown')),
    command('export', 'Export the conversation as Markdown…', ({ id }) =>
      list.save(id, 'markdown'),
    ),
    command('delete', 'Delete the conversation', (conversation) => {
      focusComposer();
      return list.remove(conversation);
    }),
  ]);
}
