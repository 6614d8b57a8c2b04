import type { FacePart } from '../../../../shared/contract/faces-form.ts';
import type { PhotoFace } from '../../../../shared/contract/faces.ts';
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import { count } from '../../../core/ui/format.ts';

/** Sides of the crop relative to the face, so that hair and ears fit. */
const ROOM = 2.2;
/** Share of the face's height by which the crop is raised: there is more hair than neck. */
const RAISED = 0.1;

export function cropOfFace({ bounds }: PhotoFace, photo: Size): Rect {
  const wanted = Math.round(Math.max(bounds.width, bounds.height) * ROOM);
  const side = Math.min(wanted, photo.width, photo.height);
  const place = (middle: number, limit: number): number =>
    Math.min(limit - side, Math.max(0, Math.round(middle - side / 2)));
  return {
    x: place(bounds.x + bounds.width / 2, photo.width),
    y: place(bounds.y + bounds.height * (0.5 - RAISED), photo.height),
    width: side,
    height: side,
  };
}

/** Returns the largest face whose centre is in the crop. */
export function faceIn(faces: readonly PhotoFace[], rect: Rect | null): PhotoFace | undefined {
  return faces.find(({ bounds }) => {
    if (rect === null) return true;
    const x = bounds.x + bounds.width / 2;
    const y = bounds.y + bounds.height / 2;
    return x >= rect.x && y >= rect.y && x <= rect.x + rect.width && y <= rect.y + rect.height;
  });
}

/** A face as a further part of the next run. */
export function partOfFace(face: PhotoFace, photo: Size & { readonly id: string }): FacePart {
  return { photoId: photo.id, rect: cropOfFace(face, photo), border: 0, isReduced: false };
}

const PROBLEMS: Readonly<Record<PhotoFace['problems'][number], string>> = {
  small: 'The face is small. A larger picture of it gives a better result.',
  cut: 'The face is cut off by the edge of the picture.',
  turned: 'The face is turned away. One seen from the front works better.',
};

/**
 * Returns `undefined` if the only face is fine. `isWarning`: the call may fail or change little.
 */
export function noteOfFaces(
  faces: readonly PhotoFace[],
  rect: Rect | null,
): { readonly text: string; readonly isWarning: boolean } | undefined {
  const face = faceIn(faces, rect);
  if (face === undefined) {
    const where = rect === null || faces.length === 0 ? 'in this picture' : 'in the crop';
    return {
      text: `No face found ${where}. The call may be charged without a result.`,
      isWarning: true,
    };
  }
  const [problem] = face.problems;
  if (problem !== undefined) return { text: PROBLEMS[problem], isWarning: true };
  if (faces.length === 1) return undefined;
  return {
    text: `${count(faces.length, 'face')} found. Click the one you mean.`,
    isWarning: false,
  };
}
