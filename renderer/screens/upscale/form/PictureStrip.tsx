/** All pictures that are sent with these settings, where there are several. */
import { Button, Text } from '@mantine/core';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { IconPlus, IconX } from '@tabler/icons-react';
import { photoThumbnailUrl } from '../../../../shared/media.ts';
import { pickFiles } from '../../../work/files/file-input.ts';
import { count } from '../../../base/ui/format.ts';
import { useWellState } from '../../../pictures/wells/index.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import classes from './Form.module.css';

export function PictureStrip() {
  const session = useUpscaleSession();
  const photos = useUpscale((state) => state.photos);
  const { photo: shown } = useWellState(session.well);
  const add = (
    <Button
      size="compact-sm"
      leftSection={<IconPlus size={16} />}
      onClick={() => pickFiles((files) => void session.pictures.add(files), undefined, true)}
    >
      Add pictures…
    </Button>
  );
  if (photos.length < 2) return photos.length === 0 ? null : <div>{add}</div>;
  return (
    <div className={classes['strip']}>
      <div className={classes['stripHead']}>
        <Text size="sm" fw={500}>
          {count(photos.length, 'picture')}
        </Text>
        {add}
      </div>
      <ul className={classes['stripList']} aria-label="Pictures">
        {photos.map((photo) => (
          <li key={photo.id} data-shown={photo.id === shown?.id || undefined}>
            <button
              type="button"
              className={classes['stripShow']}
              aria-label={`Show ${photo.name}`}
              aria-current={photo.id === shown?.id || undefined}
              title={photo.name}
              onClick={() => session.pictures.show(photo)}
            >
              <img src={photoThumbnailUrl(photo.id, '')} alt="" loading="lazy" />
            </button>
            <IconButton
              label={`Remove ${photo.name} from the form`}
              tip="Remove from the form"
              icon={<IconX size={16} />}
              size={18}
              variant="filled"
              color="dark"
              className={classes['stripRemove'] ?? ''}
              onClick={() => session.pictures.remove(photo.id)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
