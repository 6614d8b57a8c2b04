import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConversationEntry } from '../../../../../shared/contract/conversations.ts';
import { changeConversation } from '../session/index.ts';
import { useFolders } from './use-conversations.ts';

export type Naming = 'title' | 'folder';

export function NameDialog(props: {
  readonly entry: Pick<ConversationEntry, 'id' | 'title' | 'folder'>;
  readonly naming: Naming;
  readonly onClose: () => void;
}) {
  const { entry, naming, onClose } = props;
  const folders = useFolders();
  const [text, setText] = useState(naming === 'title' ? entry.title : entry.folder);
  const isTitle = naming === 'title';
  return (
    <Modal opened onClose={onClose} title={isTitle ? 'Rename conversation' : 'Move to folder'}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          const name = text.trim();
          void changeConversation(entry.id, isTitle ? { title: name } : { folder: name });
        }}
      >
        <TextInput
          data-autofocus
          label={isTitle ? 'Title' : 'Folder'}
          description={
            isTitle
              ? 'Leave empty to use the first words of the conversation.'
              : 'Enter a new name to create a folder. Leave empty for none.'
          }
          maxLength={isTitle ? 200 : 100}
          list={isTitle ? undefined : 'chat-folders'}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {!isTitle && (
          <datalist id="chat-folders">
            {folders
              .filter(({ folder }) => folder !== '')
              .map(({ folder }) => (
                <option key={folder} value={folder} />
              ))}
          </datalist>
        )}
        <Group justify="flex-end" mt="md">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" type="submit">
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
