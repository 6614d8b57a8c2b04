import { Menu } from '@mantine/core';
import type { ConversationEntry } from '../../../../../shared/contract/conversations.ts';
import { changeConversation, copyConversation, saveConversation } from '../session/index.ts';
import type { Naming } from './NameDialog.tsx';

export function conversationTitle({ title }: Pick<ConversationEntry, 'title'>): string {
  return title === '' ? 'New conversation' : title;
}

export function ConversationItems(props: {
  readonly entry: Pick<ConversationEntry, 'id' | 'isPinned'>;
  readonly onName: (naming: Naming) => void;
  readonly onRemove: () => void;
}) {
  const { entry, onName, onRemove } = props;
  return (
    <>
      <Menu.Item onClick={() => onName('title')}>Rename…</Menu.Item>
      <Menu.Item onClick={() => void changeConversation(entry.id, { isPinned: !entry.isPinned })}>
        {entry.isPinned ? 'Unpin' : 'Pin'}
      </Menu.Item>
      <Menu.Item onClick={() => onName('folder')}>Move to folder…</Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => void copyConversation(entry.id, 'markdown')}>
        Copy as Markdown
      </Menu.Item>
      <Menu.Item onClick={() => void copyConversation(entry.id, 'text')}>
        Copy as plain text
      </Menu.Item>
      <Menu.Item onClick={() => void saveConversation(entry.id, 'json')}>
        Export all branches (JSON)…
      </Menu.Item>
      <Menu.Item onClick={() => void saveConversation(entry.id, 'markdown')}>
        Export as Markdown…
      </Menu.Item>
      <Menu.Item onClick={() => void saveConversation(entry.id, 'text')}>
        Export as plain text…
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={onRemove}>Delete</Menu.Item>
    </>
  );
}
