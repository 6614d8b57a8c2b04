import { ActionIcon, Box, Group, Select, Text } from '@mantine/core';
import { IconPhotoPlus, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { IconButton } from '../../../../core/ui/IconButton.tsx';
import { pickFiles } from '../../../../features/files/file-input.ts';
import { USUAL_SIDE, useChat, useChatSession } from '../session/index.ts';

/** Longer side as sent, px. */
const SIDES = [512, 1024, 2048] as const;

export const AttachPictures = memo(function AttachPictures() {
  const session = useChatSession();
  return (
    <IconButton
      label="Add pictures"
      tip="Add pictures, for models that you have marked as accepting them"
      icon={<IconPhotoPlus size={16} />}
      onClick={() => pickFiles((files) => void session.addPictures(files), undefined, true)}
    />
  );
});

export const AttachedPictures = memo(function AttachedPictures() {
  const session = useChatSession();
  const pictures = useChat((state) => state.pictures);
  if (pictures.length === 0) return null;
  return (
    <Group gap="xs" py="2xs">
      {pictures.map(({ photoId }, index) => (
        <Box key={photoId} component="span" pos="relative">
          <Box
            component="img"
            display="block"
            h="var(--gesso-number)"
            bdrs="md"
            src={`/media/photo-thumbnails/${encodeURIComponent(photoId)}`}
            alt={`Picture ${index + 1}`}
          />
          <ActionIcon
            pos="absolute"
            top={0}
            right={0}
            size="sm"
            variant="default"
            aria-label={`Remove picture ${index + 1}`}
            onClick={() =>
              session.drafts.change({
                pictures: pictures.filter((each) => each.photoId !== photoId),
              })
            }
          >
            <IconX size={16} />
          </ActionIcon>
        </Box>
      ))}
      <Text span size="xs" c="dimmed">
        Sent with at most
      </Text>
      <Select
        size="xs"
        w={96}
        aria-label="Longer side of the pictures"
        data={SIDES.map((side) => ({ value: String(side), label: `${side} px` }))}
        value={String(pictures[0]?.longestSide ?? USUAL_SIDE)}
        onChange={(side) =>
          session.drafts.change({
            pictures: pictures.map(({ photoId }) => ({ photoId, longestSide: Number(side) })),
          })
        }
      />
    </Group>
  );
});
