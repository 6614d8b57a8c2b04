/** One file, large. */
import { Modal } from '@mantine/core';
import { trainingPictureUrl } from '../../../../shared/media.ts';
import classes from '../Training.module.css';

export function TrainingLook(props: {
  /** `undefined` = nothing is looked at. */
  readonly id: number | undefined;
  readonly onClose: () => void;
}) {
  const { id, onClose } = props;
  return (
    <Modal opened={id !== undefined} onClose={onClose} title="Training picture" size="xl">
      {id !== undefined && (
        <div className={classes['preview']} data-large>
          <img src={trainingPictureUrl(id)} alt="The selected picture" />
        </div>
      )}
    </Modal>
  );
}
