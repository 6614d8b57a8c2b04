import { Checkbox, UnstyledButton } from '@mantine/core';
import type { PhotoFace } from '../../../../shared/contract/faces.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { keepPresses } from '../../../core/ui/keep-presses.ts';
import { photoToScreen } from '../../../viewer/stage/geometry/view.ts';
import { useViewer, useViewerSnapshot } from '../../../viewer/stage/viewer-context.ts';
import { faceIn, partOfFace } from '../model/face-marks.ts';
import { isSamePart, type FaceSlot } from '../model/part.ts';
import { useFaces, useFacesSession } from '../session/index.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Faces.module.css';

/** Must be in the `overlay` of a `PictureViewer`. */
export function FaceMarks({ place, photo }: { readonly place: FaceSlot; readonly photo: Photo }) {
  const faces = useFaces((state) => state.found[photo.id]);
  const crop = useFaces((state) => state.crops[place]);
  const viewer = useViewer();
  const view = useViewerSnapshot((snapshot) => snapshot.view);
  const hasPicture = useViewerSnapshot((snapshot) => snapshot.picture !== undefined);
  if (faces === undefined || viewer === undefined || view === undefined || hasPicture !== true) {
    return null;
  }
  const meant = faceIn(faces, crop.rect);
  return faces.map((face, index) => {
    const { x, y } = photoToScreen(view, face.bounds);
    const width = face.bounds.width * view.scale;
    const height = face.bounds.height * view.scale;
    return (
      <div
        key={`${face.bounds.x} ${face.bounds.y}`}
        ref={keepPresses}
        className={shared['over']}
        style={{ left: x, top: y, width, height }}
      >
        <Mark place={place} photo={photo} face={face} number={index + 1} isMeant={face === meant} />
        {faces.length > 1 && <Tick place={place} photo={photo} face={face} number={index + 1} />}
      </div>
    );
  });
}

interface MarkProps {
  readonly place: FaceSlot;
  readonly photo: Photo;
  readonly face: PhotoFace;
  /** From 1, the largest first. */
  readonly number: number;
}

function Mark({ place, face, number, isMeant }: MarkProps & { readonly isMeant: boolean }) {
  const session = useFacesSession();
  return (
    <UnstyledButton
      pos="absolute"
      inset={0}
      bd={`var(--gesso-outline) solid var(--gesso-${isMeant ? 'accent' : 'on-picture'})`}
      bdrs="md"
      className={classes['frame'] ?? ''}
      style={{ boxShadow: '0 0 0 1px var(--gesso-on-picture-line)', pointerEvents: 'auto' }}
      aria-label={`Face ${number}`}
      aria-pressed={isMeant}
      data-tip={isMeant ? 'This face is sent' : 'Send this face'}
      onClick={() => session.finder.choose(place, face)}
    />
  );
}

/** Adds a row of the matrix. The chosen face is in the next run anyway. */
function Tick({ place, photo, face, number }: MarkProps) {
  const session = useFacesSession();
  const crop = useFaces((state) => state.crops[place]);
  const more = useFaces((state) => state.more[place]);
  const part = partOfFace(face, photo);
  const isInForm = crop.rect !== null && isSamePart({ photoId: photo.id, ...crop }, part);
  return (
    <Checkbox
      // outside the frame, so that it does not cover a small face
      pos="absolute"
      top={0}
      left="calc(100% + var(--gesso-space-2xs))"
      style={{ pointerEvents: 'auto' }}
      aria-label={`Also send face ${number}`}
      data-tip="Also send this face"
      checked={isInForm || more.some((each) => isSamePart(each, part))}
      disabled={isInForm}
      onChange={({ currentTarget: { checked } }) => session.finder.tick(place, face, checked)}
    />
  );
}
