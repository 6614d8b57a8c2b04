import { LIMITS } from '../../../../shared/api/limits.ts';
import type { PhotoTurn } from '../../../../shared/contract/faces.ts';
import type { FacePart } from '../../../../shared/contract/faces-form.ts';
import type { MergeFaceJobRequest } from '../../../../shared/contract/job-requests.ts';
import { preparedCrop, type PreparedCrop } from '../../../../shared/geometry/prepared-crop.ts';
import { rectOfSize, type Rect, type Size } from '../../../../shared/geometry/rect.ts';
import { problemOfPicture } from '../../../../shared/api/picture-problem.ts';

export type FaceSlot = 'face' | 'picture';

export type Crop = Omit<FacePart, 'photoId'>;

export const WHOLE: Crop = { rect: null, border: 0, isReduced: false };

export const CROP = {
  /** Side of a new crop as a share of the shorter side; leaves room around the face. */
  initial: 0.8,
  /** Factor for the sides of a crop. */
  widening: 1.4,
  /** Smallest side by hand, pixels. */
  least: 3,
  /** Added after "no face", as a fraction of the longer side. */
  border: 0.25,
} as const;

/** Square, in the middle of the visible part. */
export function newCrop(photo: Size, seen: Rect = rectOfSize(photo)): Rect {
  const side = Math.max(1, Math.round(Math.min(photo.width, photo.height) * CROP.initial));
  const place = (start: number, length: number, limit: number): number =>
    Math.min(limit - side, Math.max(0, Math.round(start + length / 2 - side / 2)));
  return {
    x: place(seen.x, seen.width, photo.width),
    y: place(seen.y, seen.height, photo.height),
    width: side,
    height: side,
  };
}

/** Returns `null` once the crop would be the whole picture. */
export function widened(rect: Rect, photo: Size): Rect | null {
  const width = Math.min(photo.width, Math.ceil(rect.width * CROP.widening));
  const height = Math.min(photo.height, Math.ceil(rect.height * CROP.widening));
  if (width === photo.width && height === photo.height) return null;
  const x = Math.round(rect.x - (width - rect.width) / 2);
  const y = Math.round(rect.y - (height - rect.height) / 2);
  return {
    x: Math.min(photo.width - width, Math.max(0, x)),
    y: Math.min(photo.height - height, Math.max(0, y)),
    width,
    height,
  };
}

/** @param photo size before the turn */
export function turnedRect(rect: Rect, photo: Size, turn: PhotoTurn): Rect {
  const { x, y, width, height } = rect;
  switch (turn) {
    case 'mirror':
      return { x: photo.width - x - width, y, width, height };
    case 'right':
      return { x: photo.height - y - height, y: x, width: height, height: width };
    case 'left':
      return { x: y, y: photo.width - x - width, width: height, height: width };
  }
}

function preparationOf({ border, isReduced }: Crop) {
  if (border === 0 && !isReduced) return undefined;
  return {
    ...(border === 0 ? {} : { border }),
    ...(isReduced ? { maxSide: LIMITS.mergeFace.maxWidth } : {}),
  };
}

export function sentPart(photo: Size, crop: Crop): PreparedCrop {
  return preparedCrop(crop.rect ?? photo, preparationOf(crop));
}

/** Reduces the part if the service would reject its size. */
export function fitting<Part extends Crop>(photo: Size, part: Part): Part {
  if (part.isReduced) return part;
  const { size } = sentPart(photo, part);
  return problemOfPicture(size, LIMITS.mergeFace) === undefined
    ? part
    : { ...part, isReduced: true };
}

export function requestOf(
  face: FacePart,
  picture: FacePart,
  responseType: MergeFaceJobRequest['responseType'],
): MergeFaceJobRequest {
  return {
    kind: 'merge-face',
    picture: referenceOf(picture),
    ...optional('picturePreparation', preparationOf(picture)),
    face: referenceOf(face),
    ...optional('facePreparation', preparationOf(face)),
    responseType,
  };
}

export function cropsOf(request: MergeFaceJobRequest): Readonly<Record<FaceSlot, FacePart>> {
  return {
    face: partOf(request.face, request.facePreparation),
    picture: partOf(request.picture, request.picturePreparation),
  };
}

export function isSamePart(a: FacePart, b: FacePart): boolean {
  return partKey(a) === partKey(b);
}

/** Equal for parts that are sent as the same picture. */
export function partKey({ photoId, rect, border }: FacePart): string {
  return JSON.stringify([photoId, rect && [rect.x, rect.y, rect.width, rect.height], border]);
}

function partOf(
  { photoId, rect }: MergeFaceJobRequest['face'],
  preparation: MergeFaceJobRequest['facePreparation'],
): FacePart {
  const { border = 0, maxSide } = preparation ?? {};
  return { photoId, rect: rect ?? null, border, isReduced: maxSide !== undefined };
}

function referenceOf({ photoId, rect }: FacePart): MergeFaceJobRequest['face'] {
  return { photoId, ...(rect === null ? {} : { rect }), isOriginal: true };
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined) {
  return (value === undefined ? {} : { [key]: value }) as { readonly [Name in Key]?: Value };
}
