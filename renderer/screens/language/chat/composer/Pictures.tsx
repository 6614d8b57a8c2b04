import { ActionIcon, Box, Group, Select, Text } from '@mantine/core';
import { IconPhotoPlus, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { IconButton } from '../../../../core/ui/IconButton.tsx';
import { MOST_PICTURES } from '../../../../../shared/contract/language.ts';
import { importPicture } from '../../../../core/backend/media.ts';
import { pickFiles } from '../../../../features/files/file-input.ts';
import { useChat, useChatSession } from '../session/index.ts';

/** Longer side as sent, px. */
const SIDES = [512, 1024, 2048] as const;
const USUAL_SIDE = 1024;

export function useAddPictures(): (files: readonly File[]) => void {
  const session = useChatSession();
  const stateNow = session.store.getState;
  return (files) => {
    void (async () => {
      for (const file of files.slice(0, MOST_PICTURES)) {
        const { id: photoId } = await importPicture(file);
        const { pictures } = stateNow();
        if (pictures.length >= MOST_PICTURES || pictures.some((each) => each.photoId === photoId))
          continue;
        const longestSide = pictures[0]?.longestSide ?? USUAL_SIDE;
        session.drafts.change({ pictures: [...pictures, { photoId, longestSide }] });
      }
    })().catch(session.fail);
  };
}

export const AttachPictures = memo(function AttachPictures() {
  const add = useAddPictures();
  return (
    <IconButton
      label="Add pictures"
      tip="Add pictures, for models that you have marked as taking them"
      icon={<IconPhotoPlus size={16} />}
      onClick={() => pickFiles(add, undefined, true)}
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
