/** Refines the model's answer, or uses GrabCut on colours without one. */
import {
  intersectRects,
  isEmptyRect,
  rectOfSize,
  sizeWithin,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';
import { encodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import { fillLoop, fillStroke } from '../../../../shared/selection/raster-shapes.ts';
import { isNoEdge } from './edge-contrast.ts';
import { createBounds, inRaster } from './finder-geometry.ts';
import { followEdge } from './follow-edge.ts';
import { toFoundPixels, type Selected } from './found-pixels.ts';
import { withFoundEdge } from './found-edge.ts';
import { grabCut, smallerPart } from './grab-cut.ts';
import type { FoundObject, FoundPixels, HeldPicture, SelectionWork } from './messages.ts';
import { COARSE_PIXELS, surroundingsOf, toHeldPixels } from './object-area.ts';
import { LABEL, labelsOf } from './object-labels.ts';
import type { OpenCv } from '../../../workers/opencv.ts';
import { refineObject } from './refine-object.ts';
import { fillHoles, tidyParts } from './tidy-parts.ts';
import { withShadow } from './with-shadow.ts';

const GUESS = {
  /** Bits per colour channel. */
  bits: 4,
  /** Border of the picture that is taken for background: fraction of a side. */
  ring: 0.18,
  /** Least certainty of a pixel's colour. */
  sure: 0.6,
} as const;

/** A scribble covers little: GrabCut would learn most of the object as background. */
function guessObject(
  labels: Uint8Array,
  { width, height, rgb }: Size & { readonly rgb: Uint8Array },
): void {
  const binOf = (index: number): number => {
    let bin = 0;
    for (let channel = 0; channel < 3; channel++) {
      bin = (bin << GUESS.bits) | ((rgb[index * 3 + channel] ?? 0) >> (8 - GUESS.bits));
    }
    return bin;
  };
  const across = Math.round(width * GUESS.ring);
  const down = Math.round(height * GUESS.ring);
  const object = new Float32Array(1 << (3 * GUESS.bits));
  const background = new Float32Array(object.length);
  const queue: number[] = [];
  for (let index = 0; index < labels.length; index++) {
    const x = index % width;
    const y = (index - x) / width;
    if (labels[index] === LABEL.object) {
      object[binOf(index)] = (object[binOf(index)] ?? 0) + 1;
      queue.push(index);
    } else if (x < across || x >= width - across || y < down || y >= height - down) {
      background[binOf(index)] = (background[binOf(index)] ?? 0) + 1;
    }
  }
  const ofObject = spread(object);
  const ofBackground = spread(background);
  const take = (index: number): void => {
    if (labels[index] !== LABEL.likelyBackground) return;
    const bin = binOf(index);
    const own = ofObject[bin] ?? 0;
    if (own <= GUESS.sure * (own + (ofBackground[bin] ?? 0))) return;
    labels[index] = LABEL.likelyObject;
    queue.push(index);
  };
  for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
    const x = index % width;
    if (x > 0) take(index - 1);
    if (x < width - 1) take(index + 1);
    take(index - width);
    take(index + width);
  }
}

function spread(counts: Float32Array): Float32Array {
  let shares = counts;
  const total = Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );
  const most = (1 << GUESS.bits) - 1;
  for (let channel = 0; channel < 3; channel++) {
    const shift = channel * GUESS.bits;
    const from = shares;
    shares = from.map((count, bin) => {
      const step = (bin >> shift) & most;
      const lower = step > 0 ? (from[bin - (1 << shift)] ?? 0) : 0;
      const upper = step < most ? (from[bin + (1 << shift)] ?? 0) : 0;
      return count / 2 + lower / 4 + upper / 4;
    });
  }
  return shares.map((count) => count / total);
}

const OBJECT = {
  /** Iterations of the coarse pass. */
  rounds: 2,
  /** Pixels of the second pass, which starts with the colours and result of the first. */
  second: 500_000,
  secondRounds: 1,
  /** Fewer pixels of object or background are not enough for GrabCut. */
  least: 24,
} as const;

/** @param goOn called between steps; throws if the request is superseded */
export function findObject(
  cv: OpenCv,
  picture: HeldPicture,
  order: SelectionWork['object']['order'],
  goOn: () => void,
): FoundObject {
  const withShade = (pixels: Uint8Array, size: Size, rgb: Uint8Array): Uint8Array => {
    if (!order.withShadow) return pixels;
    const both = withShadow(pixels, { ...size, rgb });
    tidyParts(both, size, (index) => pixels[index] === 1);
    return both;
  };
  if (order.seen !== undefined) {
    const refined = refineObject(cv, picture, { ...order, seen: order.seen }, withShade, goOn);
    const found = toFound(picture, order, refined.selected, refined.around);
    const isDoubtful = refined.isNothing;
    // A loop locates the object without the model; a click needs it.
    const isBest = found.pixels > 0 && !(isDoubtful && order.gesture.kind === 'loop');
    return isBest ? { ...found, by: 'model', isDoubtful } : asDrawn(order);
  }
  const around = surroundingsOf(order);
  const crop = toHeldPixels(picture, around);
  const small = sizeWithin(crop, COARSE_PIXELS);
  const rgb = smallerPart(cv, picture, crop, small);
  const labels = labelsOf(order, around, small);
  goOn();
  if (order.gesture.kind === 'scribble') guessObject(labels, { ...small, rgb });
  const answer = (selected: Selected): FoundObject => {
    const found = toFound(picture, order, selected, around);
    return found.pixels > 0 ? { ...found, by: 'colours', isDoubtful: true } : asDrawn(order);
  };
  if (teachesNothing(labels)) return answer({ ...small, pixels: chosen(labels) });
  const models = grabCut(cv, { ...small, rgb }, labels, OBJECT.rounds);
  const coarse = tidied(labels, small);
  if (order.gesture.kind === 'loop' && isNoEdge(coarse, { ...small, rgb })) return asDrawn(order);
  if (order.pass === 'coarse') {
    return answer({ ...small, pixels: withShade(coarse, small, rgb) });
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
  const selected = withShade(tidied(finer, middle), middle, middleRgb);
  goOn();
  return answer(followEdge(picture, crop, { ...middle, pixels: selected }, goOn));
}

/** A fine selection includes the soft edge, except where a stroke removed it. */
function toFound(
  picture: HeldPicture,
  { pass, strokes, view }: SelectionWork['object']['order'],
  selected: Selected,
  around: Rect,
): FoundPixels {
  const crop = toHeldPixels(picture, around);
  const isInFull = crop.width === selected.width && crop.height === selected.height;
  if (pass === 'coarse' || view !== undefined || !isInFull) {
    return toFoundPixels(selected, around);
  }
  const cut = Math.sqrt((crop.width * crop.height) / OBJECT.second);
  const taken = takenOut(picture, strokes);
  const isTaken = taken && ((x: number, y: number) => taken[y * picture.width + x] === 1);
  return withFoundEdge(picture, crop, selected, cut, isTaken);
}

/** @returns 1 byte a pixel, or nothing without removing strokes */
function takenOut(
  picture: HeldPicture,
  strokes: SelectionWork['object']['order']['strokes'],
): Uint8Array | undefined {
  if (strokes.every(({ kind }) => kind === 'add')) return undefined;
  const { rect, width, height } = picture;
  const scale = width / rect.width;
  const taken = new Uint8Array(width * height);
  for (const { kind, points, width: across } of strokes) {
    const way = inRaster(points, rect, scale);
    fillStroke(taken, picture, way, (across / 2) * scale, kind === 'take' ? 1 : 0);
  }
  return taken;
}

const NOTHING: FoundObject = {
  bounds: { x: 0, y: 0, width: 0, height: 0 },
  pixels: 0,
  tiles: encodeMaskTiles([]),
  outlines: [],
  by: 'colours',
  isDoubtful: true,
};

/** The loop with its strokes, if nothing was found in it. A scribble is no area. */
function asDrawn({ gesture, strokes, photo }: SelectionWork['object']['order']): FoundObject {
  if (gesture.kind === 'scribble') return NOTHING;
  const added = strokes.flatMap(({ kind, points }) => (kind === 'add' ? points : []));
  const bounds = createBounds();
  bounds.take([...gesture.points, ...added]);
  const rect = intersectRects(bounds.outwards(), rectOfSize(photo));
  if (isEmptyRect(rect)) return NOTHING;
  const small = sizeWithin(rect, OBJECT.second);
  const scale = small.width / rect.width;
  const pixels = new Uint8Array(small.width * small.height);
  fillLoop(pixels, small, inRaster(gesture.points, rect, scale), 1);
  for (const { kind, points, width } of strokes) {
    const way = inRaster(points, rect, scale);
    fillStroke(pixels, small, way, (width / 2) * scale, kind === 'add' ? 1 : 0);
  }
  return { ...toFoundPixels({ ...small, pixels }, rect), by: 'drawn', isDoubtful: true };
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
  // Certain background was removed, or is outside the loop.
  fillHoles(pixels, size, (index) => labels[index] === LABEL.background);
  return pixels;
}

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
