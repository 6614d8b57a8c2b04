/** Pictures of the library in a message. */
import { Group } from '@mantine/core';
import type { MessagePicture } from '../../../../../shared/contract/language.ts';
import classes from '../Chat.module.css';

export function MessagePictures({ pictures }: { readonly pictures: readonly MessagePicture[] }) {
  if (pictures.length === 0) return null;
  return (
    <Group gap="2xs" justify="flex-end" mb="2xs" className={classes['pictures'] ?? ''}>
      {pictures.map(({ photoId, longestSide }, index) => (
        <img
          key={photoId}
          src={`/media/photo-thumbnails/${encodeURIComponent(photoId)}`}
          alt={`Picture ${index + 1}`}
          title={`Sent with at most ${longestSide} px on its longer side`}
        />
      ))}
    </Group>
  );
}
