import { Text, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { photoThumbnailUrl } from '../../../../shared/media.ts';
import { count } from '../../../base/ui/format.ts';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { useWellState } from '../../../pictures/wells/index.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import shared from '../../../base/ui/shared.module.css';

export function PictureStrip() {
  const session = useUpscaleSession();
  const photos = useUpscale((state) => state.photos);
  const { photo: shown } = useWellState(session.well);
  if (photos.length < 2) return null;
  return (
    <>
      <Text size="xs" c="dimmed">
        {count(photos.length, 'picture')}
      </Text>
      <ul className={shared['tiles']} aria-label="Pictures">
        {photos.map((photo) => (
          <li key={photo.id}>
            <UnstyledButton
              className={shared['tile'] ?? ''}
              aria-label={`Show ${photo.name}`}
              aria-current={photo.id === shown?.id || undefined}
              title={photo.name}
              onClick={() => session.pictures.show(photo)}
            >
              <img src={photoThumbnailUrl(photo.id, '')} alt="" loading="lazy" />
            </UnstyledButton>
            <IconButton
              label={`Remove ${photo.name} from the form`}
              tip="Remove from the form"
              icon={<IconX size={16} />}
              size="sm"
              variant="default"
              onClick={() => session.pictures.remove(photo.id)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
