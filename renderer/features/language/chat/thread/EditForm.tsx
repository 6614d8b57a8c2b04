/** Changes the text of a message: only saved, or sent on a branch of its own. */
import { Button, Group, Text } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import type { Message } from '../../../../../shared/contract/conversations.ts';
import { isComposing } from '../composer/composing.ts';
import { useChatSession } from '../session/index.ts';
import { GrowingTextarea } from '../../../../ui/GrowingTextarea.tsx';

export function EditForm({ message }: { readonly message: Message }) {
  const session = useChatSession();
  const [text, setText] = useState(message.text);
  const isUser = message.role === 'user';
  const canSave = text.trim() !== '' && text !== message.text;
  const close = (): void => session.beginEdit(undefined);
  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    const isMod = event.metaKey || event.ctrlKey;
    if (event.key === 'Escape') {
      event.stopPropagation();
      if (text === message.text) close();
    } else if (event.key === 'Enter' && isMod && isUser) {
      event.preventDefault();
      event.stopPropagation();
      if (text.trim() !== '') void session.edit(message.id, text, 'send');
    }
  }
  return (
    <div>
      <GrowingTextarea
        aria-label="Text of the message"
        leastLines={2}
        mostLines={20}
        value={text}
        data-autofocus
        ref={(field) => {
          if (field !== null && document.activeElement === document.body) field.focus();
        }}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group gap="xs" mt={6}>
        {isUser && (
          <Button
            disabled={text.trim() === ''}
            onClick={() => void session.edit(message.id, text, 'send')}
          >
            Save and send
          </Button>
        )}
        <Button
          variant="default"
          disabled={!canSave}
          onClick={() => void session.edit(message.id, text, 'save')}
        >
          Save only
        </Button>
        <Button variant="subtle" color="gray" onClick={close}>
          Cancel
        </Button>
        <Text size="xs" c="dimmed">
          {isUser
            ? 'Save and send makes a branch; the old one stays. Save only sends nothing.'
            : 'The earlier text stays readable in the message’s menu.'}
        </Text>
      </Group>
    </div>
  );
}
