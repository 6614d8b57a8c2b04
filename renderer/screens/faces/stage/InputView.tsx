import { Box, Button, Stack } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { useMemo } from 'react';
import { photoThumbnailUrl } from '../../../../shared/media.ts';
import type { ViewLink } from '../../../viewer/stage/comparing/linked-views.ts';
import { PictureViewer } from '../../../viewer/stage/PictureViewer.tsx';
import { ZoomInToolbar } from '../../../viewer/stage/toolbar-zoom.tsx';
import { usePictureSlotState } from '../../../viewer/slots/index.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import type { FaceSlot } from '../model/part.ts';
import { useFaces, useFacesSession } from '../session/index.ts';
import { CropBox } from '../slots/CropBox.tsx';
import { FaceMarks } from '../slots/FaceMarks.tsx';

export function InputView(props: {
  readonly place: FaceSlot;
  readonly link: ViewLink | undefined;
  /** The toolbar's zoom controls this viewer. */
  readonly isToolbar: boolean;
}) {
  const { place, link, isToolbar } = props;
  const session = useFacesSession();
  const slot = session.slots[place];
  const { photo } = usePictureSlotState(slot);
  const isCropped = useFaces((state) => state.crops[place].rect !== null);
  // results on top of the photo are not sent
  const picture = useMemo(() => photo && { id: photo.id, url: photo.url, size: photo }, [photo]);
  if (photo === undefined) {
    return (
      <Stack
        gap="xs"
        align="center"
        justify="center"
        h="100%"
        style={{ border: '1px dashed var(--gesso-line-strong)' }}
      >
        <span>{`Drop the ${place} here`}</span>
        <Button
          leftSection={<IconFolderOpen size={16} />}
          onClick={() => pickFiles((files) => void slot.takeFiles(files))}
        >
          Open {place}…
        </Button>
      </Stack>
    );
  }
  return (
    <Box
      pos="absolute"
      inset={0}
      data-picture={photoThumbnailUrl(photo.id, '')}
      onFocusCapture={() => session.slotActions.focus(place)}
      onPointerDownCapture={() => session.slotActions.focus(place)}
    >
      <PictureViewer
        picture={picture}
        label={place === 'face' ? 'Face' : 'Picture'}
        link={link}
        overlay={
          <>
            {isCropped && <CropBox place={place} photo={photo} />}
            <FaceMarks place={place} photo={photo} />
          </>
        }
        onError={(thrown) => slot.refuse(thrown)}
      >
        {isToolbar && <ZoomInToolbar />}
      </PictureViewer>
    </Box>
  );
}
