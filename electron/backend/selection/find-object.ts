/** The object tool: from a rough gesture to the object's own outline, by GrabCut. */
import type { Size } from '../../../shared/geometry/rect.ts';
import { isNoEdge } from './edge-contrast.ts';
import { followEdge } from './follow-edge.ts';
import { toFoundPixels } from './found-pixels.ts';
import { grabCut, smallerPart } from './grab-cut.ts';
import type { FoundPixels, HeldPicture, SelectionWork } from './messages.ts';
import { COARSE_PIXELS, sizeWithin, surroundingsOf, toHeldPixels } from './object-area.ts';
import { guessObject } from './guess-object.ts';
import { LABEL, labelsOf } from './object-labels.ts';
import type { OpenCv } from '../../workers/opencv.ts';
import { tidyParts } from './tidy-parts.ts';
import { withShadow } from './with-shadow.ts';

const OBJECT = {
  /** Rounds of the coarse pass. */
  rounds: 2,
  /** Pixels of the second pass, which begins with the colours and the outcome of the first. */
  second: 500_000,
  secondRounds: 1,
  /** Fewer pixels of object or background than this teach GrabCut nothing. */
  least: 24,
} as const;

/** @param goOn called between the steps; throws when the order is an old one */
export function findObject(
  cv: OpenCv,
  picture: HeldPicture,
  order: SelectionWork['object']['order'],
  goOn: () => void,
): FoundPixels {
  const around = surroundingsOf(order);
  const crop = toHeldPixels(picture, around);
  const small = sizeWithin(crop, COARSE_PIXELS);
  const rgb = smallerPart(cv, picture, crop, small);
  const labels = labelsOf(order, around, small);
  goOn();
  if (order.gesture.kind === 'scribble') guessObject(labels, { ...small, rgb });
  if (teachesNothing(labels)) return toFoundPixels({ ...small, pixels: chosen(labels) }, around);
  const models = grabCut(cv, { ...small, rgb }, labels, OBJECT.rounds);
  const coarse = tidied(labels, small);
  if (isNoEdge(coarse, { ...small, rgb })) {
    return toFoundPixels({ ...small, pixels: new Uint8Array(coarse.length) }, around);
  }
  const finish = (pixels: Uint8Array, size: Size, colours: Uint8Array): Uint8Array => {
    if (!order.withShadow) return pixels;
    const both = withShadow(pixels, { ...size, rgb: colours });
    tidyParts(both, size, (index) => pixels[index] === 1);
    return both;
  };
  if (order.pass === 'coarse') {
    return toFoundPixels({ ...small, pixels: finish(coarse, small, rgb) }, around);
  }
  goOn();
  const middle = sizeWithin(crop, OBJECT.second);
  const middleRgb = smallerPart(cv, picture, crop, middle);
  const finer = labelsOf(order, around, middle);
  takeOver(finer, middle, coarse, small);
  goOn();
  if (!teachesNothing(finer)) {
    grabCut(cv, { ...middle, rgb: middleRgb }, finer, OBJECT.secondRounds, models);
  }
  const selected = finish(tidied(finer, middle), middle, middleRgb);
  goOn();
  return toFoundPixels(followEdge(picture, crop, { ...middle, pixels: selected }, goOn), around);
}

function teachesNothing(labels: Uint8Array): boolean {
  const object = labels.reduce((sum, label) => sum + (label & 1), 0);
  return object < OBJECT.least || labels.length - object < OBJECT.least;
}

function chosen(labels: Uint8Array): Uint8Array {
  return labels.map((label) => label & 1);
}

function tidied(labels: Uint8Array, size: Size): Uint8Array {
  const pixels = chosen(labels);
  tidyParts(pixels, size, (index) => labels[index] === LABEL.object);
  return pixels;
}

/** Likely pixels become as the first pass has found them; the user's own stay. */
function takeOver(labels: Uint8Array, size: Size, found: Uint8Array, foundSize: Size): void {
  for (let y = 0; y < size.height; y++) {
    const row = Math.floor(((y + 0.5) * foundSize.height) / size.height) * foundSize.width;
    for (let x = 0; x < size.width; x++) {
      const index = y * size.width + x;
      if ((labels[index] ?? 0) < LABEL.likelyBackground) continue;
      const isObject = found[row + Math.floor(((x + 0.5) * foundSize.width) / size.width)] === 1;
      labels[index] = isObject ? LABEL.likelyObject : LABEL.likelyBackground;
    }
  }
}
