/** The dialog for another name. */
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DOCUMENT_LIMITS, type DocumentEntry } from '../../../../../shared/contract/documents.ts';
import { useCompletionSession } from '../session/index.ts';

export function RenameDocument(props: {
  readonly entry: DocumentEntry | undefined;
  readonly onClose: () => void;
}) {
  const { entry, onClose } = props;
  return (
    <Modal opened={entry !== undefined} onClose={onClose} title="Rename document" size="sm">
      {entry !== undefined && <NameForm entry={entry} onClose={onClose} />}
    </Modal>
  );
}

function NameForm({
  entry,
  onClose,
}: {
  readonly entry: DocumentEntry;
  readonly onClose: () => void;
}) {
  const session = useCompletionSession();
  const [name, setName] = useState(entry.name);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void session.rename(entry.id, name.trim());
        onClose();
      }}
    >
      <TextInput
        label="Name"
        description="Without a name, the first words stand for it."
        data-autofocus
        autoComplete="off"
        maxLength={DOCUMENT_LIMITS.nameCharacters}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Rename</Button>
      </Group>
    </form>
  );
}
