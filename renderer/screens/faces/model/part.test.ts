import { expect, it } from 'vitest';
import type { FacePart } from '../../../../shared/contract/faces-form.ts';
import { containsRect, rectOfSize, type Rect } from '../../../../shared/geometry/rect.ts';
import {
  newCrop,
  cropsOf,
  fitting,
  requestOf,
  sentPart,
  turnedRect,
  WHOLE,
  widened,
} from './part.ts';

const PHOTO = { width: 3000, height: 2000 };
const FACE: FacePart = { photoId: 'f', ...WHOLE, border: 0.25 };
const PICTURE: FacePart = {
  photoId: 'p',
  rect: { x: 1, y: 2, width: 3, height: 4 },
  border: 0,
  isReduced: true,
};

it('a new crop is square with a generous margin, around the visible part', () => {
  expect(newCrop(PHOTO)).toEqual({ x: 700, y: 200, width: 1600, height: 1600 });
  const left = newCrop(PHOTO, { x: 0, y: 0, width: 400, height: 400 });
  expect([left.x, left.y]).toEqual([0, 0]);
  const right = newCrop(PHOTO, { x: 2900, y: 1900, width: 100, height: 100 });
  expect(containsRect(rectOfSize(PHOTO), right)).toBe(true);
});

it('a new crop fits a picture of one pixel', () => {
  expect(newCrop({ width: 1, height: 1 })).toEqual({ x: 0, y: 0, width: 1, height: 1 });
});

it('grows around the former crop, stays inside, and becomes the whole picture in the end', () => {
  const corner = { x: 0, y: 0, width: 1000, height: 1000 };
  const wider = widened(corner, PHOTO);
  expect(wider).toEqual({ x: 0, y: 0, width: 1400, height: 1400 });
  expect(widened({ x: 10, y: 10, width: 2900, height: 1900 }, PHOTO)).toBeNull();
});

it('a crop beyond the limits is reduced automatically, and not any more once it is cropped', () => {
  expect(fitting(PHOTO, WHOLE)).toEqual({ ...WHOLE, isReduced: true });
  expect(sentPart(PHOTO, fitting(PHOTO, WHOLE)).size).toEqual({ width: 2048, height: 1365 });
  const rect = { x: 0, y: 0, width: 2048, height: 2000 };
  expect(fitting(PHOTO, { ...WHOLE, rect }).isReduced).toBe(false);
  // the border is sent as well
  expect(fitting(PHOTO, { ...WHOLE, rect, border: 0.25 }).isReduced).toBe(true);
});

it('keeps a crop on its part when the picture is rotated, and four turns change nothing', () => {
  const rect = { x: 10, y: 20, width: 300, height: 200 };
  expect(turnedRect(rect, PHOTO, 'mirror')).toEqual({ ...rect, x: 2690 });
  expect(turnedRect(rect, PHOTO, 'right')).toEqual({ x: 1780, y: 10, width: 200, height: 300 });
  let [turned, size] = [rect as Rect, PHOTO];
  for (const turn of [
    'left',
    'left',
    'right',
    'right',
    'right',
    'right',
    'left',
    'left',
  ] as const) {
    turned = turnedRect(turned, size, turn);
    size = { width: size.height, height: size.width };
  }
  expect(turned).toEqual(rect);
});

it('parses a request back into its crops', () => {
  const request = requestOf(FACE, PICTURE, 'webp');
  expect(request).toMatchObject({
    picture: { photoId: 'p', rect: PICTURE.rect, isOriginal: true },
    picturePreparation: { maxSide: 2048 },
    facePreparation: { border: 0.25 },
  });
  expect(cropsOf(request)).toEqual({ face: FACE, picture: PICTURE });
});
