import { Box, Button, Group } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import type { PlainMessage } from '../../../../../shared/contract/conversations.ts';
import { focusComposer } from '../focus.ts';
import { useChat, useChatSession } from '../session/index.ts';
import { GrowingTextarea } from '../../../../core/ui/GrowingTextarea.tsx';
import { QuietButton, SmallNote } from '../../../../core/ui/variants.ts';

export function EditForm(props: {
  readonly message: Pick<PlainMessage, 'id' | 'role' | 'text' | 'pictures'>;
  readonly text: string;
}) {
  const { message, text } = props;
  const session = useChatSession();
  const takesFocus = useChat(({ editFocusId }) => editFocusId === message.id);
  const isUser = message.role === 'user';
  const canSend = text.trim() !== '' || message.pictures.length > 0;
  const canSave = canSend && text !== message.text;
  const form = useRef<HTMLDivElement>(null);
  function close(): void {
    session.endEdit(message.id);
    focusComposer();
  }
  async function save(how: 'save' | 'send'): Promise<void> {
    await session.edit(message.id, text, how);
    const { body, activeElement } = document;
    // the form stays after an error, and the user may be elsewhere
    const isFree = activeElement === body || form.current?.contains(activeElement) === true;
    if (isFree && session.store.getState().edits[message.id] === undefined) focusComposer();
  }
  function onKeyDown(event: KeyboardEvent): void {
    const isMod = event.metaKey || event.ctrlKey;
    if (event.key === 'Escape') {
      event.stopPropagation();
      if (text === message.text) close();
    } else if (event.key === 'Enter' && isMod && isUser) {
      event.preventDefault();
      event.stopPropagation();
      if (canSend) void save('send');
    }
  }
  return (
    <Box ref={form} w="100%">
      <GrowingTextarea
        aria-label="Text of the message"
        leastLines={2}
        mostLines={20}
        value={text}
        ref={(field) => {
          if (field === null || !takesFocus) return;
          field.focus();
          session.editFocused();
        }}
        onChange={({ currentTarget }) => session.changeEdit(message.id, currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group gap="xs" mt="2xs" mb="sm">
        {isUser && (
          <Button variant="filled" disabled={!canSend} onClick={() => void save('send')}>
            Save and send
          </Button>
        )}
        <Button disabled={!canSave} onClick={() => void save('save')}>
          Save only
        </Button>
        <QuietButton color="gray" onClick={close}>
          Cancel
        </QuietButton>
        <SmallNote>
          {isUser
            ? 'Save and send adds a branch. Save only doesn’t send.'
            : 'The earlier text stays readable in the message’s menu.'}
        </SmallNote>
      </Group>
    </Box>
  );
}
