import { Modal } from '@mantine/core';
import { DOCUMENT_LIMITS, type DocumentEntry } from '../../../../shared/contract/documents.ts';
import { NameForm } from '../../../core/ui/NameForm.tsx';
import { useCompletionSession } from './session/index.ts';

export function RenameDocument(props: {
  readonly entry: Pick<DocumentEntry, 'id' | 'name'> | undefined;
  readonly onClose: () => void;
}) {
  const { entry, onClose } = props;
  const session = useCompletionSession();
  return (
    <Modal opened={entry !== undefined} onClose={onClose} title="Rename document" size="sm">
      {entry !== undefined && (
        <NameForm
          first={entry.name}
          maxLength={DOCUMENT_LIMITS.nameCharacters}
          description="Without a name, its first words are shown."
          canBeEmpty
          label="Rename"
          onClose={onClose}
          onName={(name) => {
            void session.rename(entry.id, name);
            onClose();
          }}
        />
      )}
    </Modal>
  );
}
