import { ActionIcon, Alert, Button, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import {
  IconCrop,
  IconFlipVertical,
  IconRotateClockwise,
  IconTablePlus,
  IconX,
} from '@tabler/icons-react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { CommandMenuItem } from '../../../core/commands/CommandMenuItem.tsx';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { PictureSlotField, usePictureSlotState } from '../../../viewer/slots/index.ts';
import { isStillThere } from '../model/blame.ts';
import { noteOfFaces } from '../model/face-marks.ts';
import { CROP, type FaceSlot, fitting, partKey, sentPart } from '../model/part.ts';
import { useFaces, useFacesSession } from '../session/index.ts';
import { photoPartUrl } from '../../../../shared/media.ts';
import { FACES } from '../commands/faces-commands.ts';
import shared from '../../../core/ui/shared.module.css';
import { useState } from 'react';
import type { FacePart } from '../../../../shared/contract/faces-form.ts';
import { SmallNote, SmallStatus } from '../../../core/ui/variants.ts';

const NAMES: Readonly<Record<FaceSlot, string>> = { face: 'Face', picture: 'Picture' };

/**
 * @param props.failed the run that found no face; missing if this picture is not to blame
 * @param props.isSure false if it could be either picture
 */
export function FaceSource(props: {
  readonly place: FaceSlot;
  readonly failed: Job | undefined;
  readonly isSure: boolean;
}) {
  const { nameWithKeys } = useKeyNames();
  const { place, failed, isSure } = props;
  const session = useFacesSession();
  const { slotActions } = session;
  const slot = session.slots[place];
  const { photo } = usePictureSlotState(slot);
  const crop = useFaces((state) => state.crops[place]);
  const isTurning = useFaces((state) => state.turning === place);
  const name = NAMES[place];
  const isBlamed = failed !== undefined && isStillThere(failed, place, photo?.id);
  const showInputs = (): void => session.store.setState({ areInputsShown: true });
  return (
    <div
      onFocusCapture={() => session.store.setState({ place })}
      onPointerDownCapture={() => session.store.setState({ place })}
    >
      <PictureSlotField
        slot={slot}
        name={name}
        kind={name}
        nothing={`No ${place}`}
        hint={`Drop the ${place} here`}
        isMarked={isBlamed}
        onShow={showInputs}
        actions={
          <IconButton
            label={`Crop ${name}`}
            tip={nameWithKeys(crop.rect === null ? 'Crop' : 'Remove the crop', FACES.crop)}
            icon={<IconCrop size={16} />}
            aria-pressed={crop.rect !== null}
            onClick={() => {
              showInputs();
              slotActions.toggleCrop(place);
            }}
          />
        }
        items={
          <>
            <CommandMenuItem
              icon={<IconRotateClockwise size={16} />}
              keys={FACES.rotate}
              isDisabled={isTurning}
              onClick={() => void slotActions.turn(place, 'right')}
              label="Rotate by 90°"
            />
            <CommandMenuItem
              icon={<IconFlipVertical size={16} />}
              keys={FACES.mirror}
              isDisabled={isTurning}
              onClick={() => void slotActions.turn(place, 'mirror')}
              label="Mirror"
            />
            <Menu.Item
              leftSection={<IconTablePlus size={16} />}
              onClick={() => slotActions.addToMatrix(place)}
            >
              Keep this and add another {place}
            </Menu.Item>
          </>
        }
        more={place === 'face' && <UsedFaces />}
      >
        {photo !== undefined && <PartFacts place={place} photo={photo} />}
        {photo !== undefined && !isBlamed && <FaceNote place={place} photoId={photo.id} />}
        {isBlamed && <NoFaceHelp place={place} isSure={isSure} />}
        <MoreParts place={place} />
      </PictureSlotField>
    </div>
  );
}

/** Used faces are kept on this computer only. */
function UsedFaces() {
  const faces = useFaces((state) => state.usedFaces);
  if (faces.length === 0) return null;
  return (
    <>
      <Menu.Label>Used before</Menu.Label>
      <div className={shared['tiles']}>
        {faces.map((face, index) => (
          <UsedFace key={partKey(face)} face={face} number={index + 1} />
        ))}
      </div>
    </>
  );
}

function UsedFace({ face, number }: { readonly face: FacePart; readonly number: number }) {
  const { slotActions } = useFacesSession();
  const [isGone, setGone] = useState(false);
  if (isGone) return null;
  return (
    <div>
      <Menu.Item
        p="3xs"
        aria-label={`Use face ${number}`}
        data-tip="Delete removes it from the list"
        onClick={() => void slotActions.fill('face', face)}
        onKeyDown={(event) => {
          if (event.key === 'Delete') slotActions.removeUsedFace(face);
        }}
      >
        <div className={shared['tile']}>
          <img
            src={photoPartUrl(face.photoId, face.rect)}
            alt=""
            loading="lazy"
            onError={() => setGone(true)}
          />
        </div>
      </Menu.Item>
      <ActionIcon
        size="sm"
        variant="default"
        tabIndex={-1}
        aria-label={`Remove face ${number} from the list`}
        onClick={() => slotActions.removeUsedFace(face)}
      >
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}

function FaceNote({ place, photoId }: { readonly place: FaceSlot; readonly photoId: string }) {
  const faces = useFaces((state) => state.found[photoId]);
  const crop = useFaces((state) => state.crops[place]);
  const cannotFind = useFaces((state) => state.cannotFind);
  if (faces === undefined) {
    return cannotFind && <SmallNote>Faces can’t be marked on this computer.</SmallNote>;
  }
  const note = noteOfFaces(faces, crop.rect);
  return (
    note !== undefined && (
      <SmallStatus c={note.isWarning ? 'var(--gesso-notice)' : 'dimmed'}>{note.text}</SmallStatus>
    )
  );
}

function PartFacts(props: {
  readonly place: FaceSlot;
  readonly photo: { readonly width: number; readonly height: number };
}) {
  const { place, photo } = props;
  const session = useFacesSession();
  const crop = useFaces((state) => state.crops[place]);
  const sent = fitting(photo, crop);
  const { size } = sentPart(photo, sent);
  const isAtLimit = sent.isReduced && !crop.isReduced;
  if (crop.rect === null && crop.border === 0 && !isAtLimit) return null;
  const notes = [
    `${crop.rect === null ? 'Sent' : 'Crop, sent'} as ${size.width} × ${size.height} px`,
    ...(isAtLimit ? ['the most that the service takes'] : []),
    ...(crop.border > 0 ? ['with a border'] : []),
  ];
  return (
    <div>
      <SmallNote>{notes.join(', ')}</SmallNote>
      {crop.border > 0 && (
        <Button
          size="xs"
          mt="2xs"
          onClick={() => session.slotActions.setCrop(place, { border: 0 })}
        >
          Remove border
        </Button>
      )}
    </div>
  );
}

/** @param props.isSure false if it could be either picture */
function NoFaceHelp({ place, isSure }: { readonly place: FaceSlot; readonly isSure: boolean }) {
  const session = useFacesSession();
  const crop = useFaces((state) => state.crops[place]);
  return (
    <Alert role="alert">
      <Text size="xs" mb="2xs">
        {isSure
          ? 'No face was found here.'
          : 'No face was found here or in the other picture. The service does not say which.'}
      </Text>
      <Group gap="xs">
        {crop.rect !== null && (
          <Button size="xs" onClick={() => session.slotActions.widen(place)}>
            Widen the crop
          </Button>
        )}
        {crop.border < CROP.border && (
          <Button size="xs" onClick={() => session.slotActions.addBorder(place)}>
            Add a border
          </Button>
        )}
        <Button size="xs" onClick={() => void session.slotActions.turn(place, 'right')}>
          Rotate
        </Button>
      </Group>
    </Alert>
  );
}

function MoreParts({ place }: { readonly place: FaceSlot }) {
  const session = useFacesSession();
  const parts = useFaces((state) => state.more[place]);
  if (parts.length === 0) return null;
  return (
    <ul className={shared['tiles']} aria-label={`More ${place}s`}>
      {parts.map((part, index) => (
        <li key={partKey(part)}>
          <UnstyledButton
            className={shared['tile'] ?? ''}
            aria-label={`Edit ${place} ${index + 2}`}
            data-tip="Edit"
            onClick={() => {
              session.slotActions.removeFromMatrix(place, part);
              session.slotActions.addToMatrix(place);
              void session.slotActions.fill(place, part);
            }}
          >
            <img src={photoPartUrl(part.photoId, part.rect)} alt="" loading="lazy" />
          </UnstyledButton>
          <ActionIcon
            size="sm"
            variant="default"
            aria-label={`Remove ${place} ${index + 2}`}
            onClick={() => session.slotActions.removeFromMatrix(place, part)}
          >
            <IconX size={16} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
