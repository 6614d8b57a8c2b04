import { Box, Center, Modal } from '@mantine/core';
import { trainingPictureUrl } from '../../../../shared/media.ts';

export function TrainingPreview(props: {
  readonly id: number | undefined;
  readonly onClose: () => void;
}) {
  const { id, onClose } = props;
  return (
    <Modal opened={id !== undefined} onClose={onClose} title="Training picture" size="xl">
      {id !== undefined && (
        <Center bg="var(--gesso-ground)">
          <Box
            component="img"
            maw="100%"
            mah="70vh"
            src={trainingPictureUrl(id)}
            alt="The selected picture"
          />
        </Center>
      )}
    </Modal>
  );
}
