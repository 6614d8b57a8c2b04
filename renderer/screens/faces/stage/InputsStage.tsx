import { Box, Button, SimpleGrid, Stack } from '@mantine/core';
import { EmptyStage } from '../../../core/ui/EmptyStage.tsx';
import type { ViewLink } from '../../../viewer/stage/comparing/linked-views.ts';
import { usePictureSlotState, useSample } from '../../../viewer/slots/index.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import { useTakeFaces } from '../commands/use-faces-commands.ts';
import { CROP, type FaceSlot } from '../model/part.ts';
import { useFaces, useFacesSession } from '../session/index.ts';
import { Half } from './Half.tsx';
import { IconFolderOpen } from '@tabler/icons-react';
import { useMemo } from 'react';
import { photoThumbnailUrl } from '../../../../shared/media.ts';
import { PictureViewer } from '../../../viewer/stage/PictureViewer.tsx';
import { ZoomInToolbar } from '../../../viewer/stage/toolbar-zoom.tsx';
import { FaceMarks } from '../slots/FaceMarks.tsx';
import type { BoxStop } from '../../../../shared/geometry/box-edit.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { PictureBox } from '../../../viewer/stage/box/PictureBox.tsx';

const STOPS: Readonly<Record<BoxStop, string>> = {
  photo: 'edge of the picture',
  required: '',
  smallest: 'smallest size',
  largest: '',
};

const NOTHING = { x: 0, y: 0, width: 0, height: 0 };

const NAMES: Readonly<Record<FaceSlot, string>> = { face: 'Face', picture: 'Picture' };

export function InputsStage({ link }: { readonly link: ViewLink | undefined }) {
  const { slots } = useFacesSession();
  const take = useTakeFaces();
  const face = usePictureSlotState(slots.face).photo;
  const picture = usePictureSlotState(slots.picture).photo;
  const samples = { face: useSample('face'), picture: useSample('picture') };
  if (face === undefined && picture === undefined) {
    if (samples.face === null || samples.picture === null) return null;
    const hasSamples = samples.face !== undefined && samples.picture !== undefined;
    return (
      <EmptyStage
        example="faces"
        labels={['Face', 'Result']}
        title="Put a face into another picture"
        line={hasSamples ? 'Drop both here, or start with the samples.' : 'Drop both here.'}
        openLabel="Open pictures…"
        onOpen={() => pickFiles((files) => void take(files), undefined, true)}
        onSample={
          hasSamples
            ? () => {
                void slots.face.takeSample(samples.face ?? '');
                void slots.picture.takeSample(samples.picture ?? '');
              }
            : undefined
        }
      />
    );
  }
  return (
    <SimpleGrid cols={2} spacing="md" pos="absolute" inset={0} px="lg" pt="md" pb="lg">
      {(['face', 'picture'] as const).map((place) => {
        const photo = place === 'face' ? face : picture;
        return (
          <Half key={place} label={`${NAMES[place]} on the stage`} head={NAMES[place]} size={photo}>
            <InputView place={place} link={link} isToolbar={place === 'picture'} />
          </Half>
        );
      })}
    </SimpleGrid>
  );
}

function CropBox({ place, photo }: { readonly place: FaceSlot; readonly photo: Size }) {
  const session = useFacesSession();
  const crop = useFaces((state) => state.crops[place]);
  if (crop.rect === null) return null;
  return (
    <PictureBox
      id={`crop-${place}`}
      name="Crop"
      rect={crop.rect}
      isGrabbedInside
      limits={() => ({
        photo,
        required: NOTHING,
        minSide: Math.min(CROP.least, photo.width, photo.height),
        maxPixels: Infinity,
      })}
      shaded={photo}
      stops={STOPS}
      onChange={(rect) => session.slotActions.setCrop(place, { rect })}
      onDelete={() => {
        session.slotActions.setCrop(place, { rect: null });
        return undefined;
      }}
    />
  );
}

function InputView(props: {
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
      onFocusCapture={() => session.store.setState({ place })}
      onPointerDownCapture={() => session.store.setState({ place })}
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
