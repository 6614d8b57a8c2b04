import { Box, Group } from '@mantine/core';
import type { MessagePicture } from '../../../../../shared/contract/language.ts';

export function MessagePictures({ pictures }: { readonly pictures: readonly MessagePicture[] }) {
  if (pictures.length === 0) return null;
  return (
    <Group gap="2xs" justify="flex-end" mb="2xs">
      {pictures.map(({ photoId, longestSide }, index) => (
        <Box
          component="img"
          key={photoId}
          maw="calc(0.5 * var(--gesso-inspector))"
          mah="calc(2 * var(--gesso-number))"
          bdrs="md"
          src={`/media/photo-thumbnails/${encodeURIComponent(photoId)}`}
          alt={`Picture ${index + 1}`}
          title={`Sent with at most ${longestSide} px on its longer side`}
        />
      ))}
    </Group>
  );
}
