/** One of the two pictures: its well, the crop on it, and the help where no face was found. */
import { Button, Group, Text } from '@mantine/core';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import {
  IconAlertTriangle,
  IconCrop,
  IconFlipVertical,
  IconRotateClockwise,
  IconTablePlus,
} from '@tabler/icons-react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { ViewLink } from '../../../pictures/viewer/comparing/linked-views.ts';
import { PictureWell, useWellState } from '../../../pictures/wells/index.ts';
import { isStillThere } from '../model/blame.ts';
import { fitting, sentPart, type Place } from '../model/part.ts';
import { useFaces, useFacesSession } from '../session/index.ts';
import classes from '../Faces.module.css';
import { noteOfFaces } from '../model/face-marks.ts';
import { CropBox } from './CropBox.tsx';
import { FaceMarks } from './FaceMarks.tsx';
import { NoFaceHelp } from './NoFaceHelp.tsx';

const NAMES: Readonly<Record<Place, string>> = { face: 'Face', picture: 'Picture' };

const HINTS: Readonly<Record<Place, string>> = {
  face: 'Drop or paste the face here',
  picture: 'Drop or paste the picture here',
};

/**
 * @param props.failed the run that found no face; missing where this picture is not to blame
 * @param props.isSure this picture is the one; else it may be either
 */
export function FaceWell(props: {
  readonly place: Place;
  readonly link: ViewLink | undefined;
  readonly failed: Job | undefined;
  readonly isSure: boolean;
}) {
  const { place, link, failed, isSure } = props;
  const session = useFacesSession();
  const well = session.wells[place];
  const { photo } = useWellState(well);
  const crop = useFaces((state) => state.crops[place]);
  const isTurning = useFaces((state) => state.turning === place);
  const name = NAMES[place];
  const isBlamed = failed !== undefined && isStillThere(failed, place, photo?.id);
  return (
    <div
      className={classes['well']}
      onFocusCapture={() => session.parts.focus(place)}
      onPointerDownCapture={() => session.parts.focus(place)}
    >
      <PictureWell
        well={well}
        name={name}
        hint={HINTS[place]}
        sample={place}
        isOriginal
        link={link}
        isMarked={isBlamed}
        overlay={
          photo !== undefined && (
            <>
              {crop.rect !== null && <CropBox place={place} photo={photo} />}
              <FaceMarks place={place} photo={photo} />
            </>
          )
        }
        actions={
          <>
            <IconButton
              label={`Crop ${name}`}
              tip={crop.rect === null ? 'Crop (C)' : 'Remove the crop (C)'}
              icon={<IconCrop size={16} />}
              variant={crop.rect === null ? 'default' : 'light'}
              aria-pressed={crop.rect !== null}
              onClick={() => session.parts.toggleCrop(place)}
            />
            <IconButton
              label={`Rotate ${name}`}
              tip="Rotate by 90° (Shift+R)"
              icon={<IconRotateClockwise size={16} />}
              variant="default"
              loading={isTurning}
              onClick={() => void session.parts.turn(place, 'right')}
            />
            <IconButton
              label={`Mirror ${name}`}
              tip="Mirror (M)"
              icon={<IconFlipVertical size={16} />}
              variant="default"
              disabled={isTurning}
              onClick={() => void session.parts.turn(place, 'mirror')}
            />
            <IconButton
              label={`Add another ${name.toLowerCase()}`}
              tip={`Keep this ${name.toLowerCase()} and add another`}
              icon={<IconTablePlus size={16} />}
              variant="default"
              onClick={() => session.parts.addToMatrix(place)}
            />
          </>
        }
      >
        {photo !== undefined && <PartFacts place={place} photo={photo} />}
        {photo !== undefined && !isBlamed && <FaceNote place={place} photoId={photo.id} />}
        {isBlamed && <NoFaceHelp place={place} isSure={isSure} />}
      </PictureWell>
    </div>
  );
}

/** The faces that were found. */
function FaceNote({ place, photoId }: { readonly place: Place; readonly photoId: string }) {
  const faces = useFaces((state) => state.found[photoId]);
  const crop = useFaces((state) => state.crops[place]);
  const cannotFind = useFaces((state) => state.cannotFind);
  if (faces === undefined) {
    return (
      <Text size="xs" c="dimmed">
        {cannotFind ? 'Faces can’t be marked on this computer.' : 'Looking for faces…'}
      </Text>
    );
  }
  const { text, isWarning } = noteOfFaces(faces, crop.rect);
  return (
    <Group gap="2xs" wrap="nowrap" role="status">
      {isWarning && <IconAlertTriangle size={16} color="var(--mantine-color-orange-6)" />}
      <Text size="xs" {...(isWarning ? {} : { c: 'dimmed' })}>
        {text}
      </Text>
    </Group>
  );
}

/** The size that is sent. */
function PartFacts(props: {
  readonly place: Place;
  readonly photo: { readonly width: number; readonly height: number };
}) {
  const { place, photo } = props;
  const session = useFacesSession();
  const crop = useFaces((state) => state.crops[place]);
  const sent = fitting(photo, crop);
  const { size } = sentPart(photo, sent);
  const isAtLimit = sent.isReduced && !crop.isReduced;
  const notes = [
    `${crop.rect === null ? 'Whole picture' : 'Crop'}: sent as ${size.width} × ${size.height} px`,
    ...(isAtLimit ? ['the most that the service takes'] : []),
    ...(crop.border > 0 ? ['with a border'] : []),
  ];
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      <Text size="xs" c="dimmed">
        {notes.join(', ')}
        {crop.rect === null ? '' : '. Leave the hair and some room around the face.'}
      </Text>
      {crop.border > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          onClick={() => session.parts.setCrop(place, { border: 0 })}
        >
          Remove border
        </Button>
      )}
    </Group>
  );
}
