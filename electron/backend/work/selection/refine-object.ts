/** The model decides, and in a band along its outline the picture's colours and edges. */
import {
  intersectRects,
  sizeWithin,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';
import { fillLoop, fillStroke } from '../../../../shared/selection/raster-shapes.ts';
import type { OpenCv } from '../../../workers/opencv.ts';
import { boxMean } from './box-mean.ts';
import { isEven, isNoEdge } from './edge-contrast.ts';
import { followEdge } from './follow-edge.ts';
import { createBounds, inRaster, longer } from './finder-geometry.ts';
import type { Selected } from './found-pixels.ts';
import { grabCut, learnColours, smallerPart } from './grab-cut.ts';
import type { HeldPicture, SelectionWork } from './messages.ts';
import { toHeldPixels } from './object-area.ts';
import { LABEL } from './object-labels.ts';
import { logitsOver, type SeenObject } from './seen-object.ts';
import { fillHoles, tidyParts } from './tidy-parts.ts';

const REFINE = {
  /** Pixels of the raster for the band. */
  most: { coarse: 80_000, fine: 500_000 },
  /** Half the band, pixels of the model's outline. */
  band: 0.8,
  /** The band also includes logits below this. */
  sure: 1,
  /** The band beyond thin ends, which the model cuts short: by share of object, model pixels. */
  tip: { share: 0.25, around: 4, reach: 5 },
  /** Least overlap with the model's outline: below, the refined one has leaked and is discarded. */
  kept: 0.75,
  room: 0.08,
  leastRoom: 12,
  roomForShadow: 0.5,
  /** Fewer pixels of object or background are not enough for GrabCut. */
  least: 24,
  /** Pixels across the visible part from which an outline is as fine as the screen. */
  across: 900,
} as const;

type Order = Omit<SelectionWork['object']['order'], 'seen'> & {
  readonly seen: SeenObject & { readonly isUnsure: boolean };
};

interface RefinedObject {
  readonly selected: Selected;
  /** Area in photo space. */
  readonly around: Rect;
  /** Its outline is no edge of the picture, and nothing else supports it. */
  readonly isNothing: boolean;
}

/** @param finish modifies the segmentation before its edge is followed */
export function refineObject(
  cv: OpenCv,
  picture: HeldPicture,
  order: Order,
  finish: (pixels: Uint8Array, size: Size, rgb: Uint8Array) => Uint8Array,
  goOn: () => void,
): RefinedObject {
  const { seen } = order;
  const around = areaOf(order, picture.rect);
  const crop = toHeldPixels(picture, around);
  const size = sizeWithin(crop, REFINE.most[order.pass]);
  const rgb = smallerPart(cv, picture, crop, size);
  const logits = logitsOver(seen, around, size);
  const labels = bandLabels(logits, size, pixelsOfModel(seen, around, size));
  const wanted = drawOver(labels, order, around, size);
  goOn();
  const model = labels.map((label) => label & 1);
  if (order.pass === 'fine' && !teachesNothing(labels)) {
    grabCut(cv, { ...size, rgb }, labels, 1, learnColours(cv, { ...size, rgb }, labels));
  }
  const cut = labels.map((label) => label & 1);
  const pixels = share(cut, model) < REFINE.kept ? model : cut;
  tidyParts(pixels, size, (index) => labels[index] === LABEL.object && wanted[index] === 1);
  fillHoles(pixels, size, (index) => wanted[index] === TAKEN);
  const isNothing =
    isNoEdge(pixels, { ...size, rgb }) &&
    (seen.isUnsure || isEven(rgb, (index) => pixels[index] === 1));
  const finished = { ...size, pixels: finish(pixels, size, rgb) };
  goOn();
  const across = order.view && (size.width / around.width) * longer(order.view);
  const isEnough = order.pass === 'coarse' || (across !== undefined && across >= REFINE.across);
  const selected = isEnough ? finished : followEdge(picture, crop, finished, goOn);
  return { selected, around, isNothing };
}

function areaOf({ strokes, withShadow, seen }: Order, held: Rect): Rect {
  const { rect, scale, width, logits } = seen;
  const bounds = createBounds();
  for (let index = 0; index < logits.length; index++) {
    if ((logits[index] ?? 0) <= -REFINE.sure) continue;
    const x = index % width;
    const y = (index - x) / width;
    const at = { x: rect.x + (x + 0.5) / scale, y: rect.y + (y + 0.5) / scale };
    bounds.take([at], 1 / scale);
  }
  for (const stroke of strokes) bounds.take(stroke.points, stroke.width / 2);
  if (bounds.isEmpty()) return intersectRects(rect, held);
  const share = withShadow ? REFINE.roomForShadow : REFINE.room;
  const room = Math.max(REFINE.leastRoom, longer(bounds.rect()) * share);
  return intersectRects(bounds.outwards(room), held);
}

/** Raster pixels per model pixel. */
function pixelsOfModel({ scale }: SeenObject, around: Rect, size: Size): number {
  return size.width / around.width / scale;
}

function bandLabels(logits: Float32Array, size: Size, modelPixel: number): Uint8Array {
  const near = nearEdge(logits, size, Math.max(1, Math.round(modelPixel * REFINE.band)));
  const beyond = nearTips(logits, size, modelPixel);
  const labels = new Uint8Array(logits.length);
  for (let index = 0; index < labels.length; index++) {
    const logit = logits[index] ?? 0;
    const isOpen = near[index] === 1 || Math.abs(logit) < REFINE.sure;
    if (logit > 0) labels[index] = isOpen ? LABEL.likelyObject : LABEL.object;
    else labels[index] = isOpen || beyond[index] === 1 ? LABEL.likelyBackground : LABEL.background;
  }
  return labels;
}

/** Pixels near the outline, by a square neighbourhood. */
function nearEdge(logits: Float32Array, { width, height }: Size, reach: number): Uint8Array {
  const isOn = (index: number): boolean => (logits[index] ?? 0) > 0;
  const edge = new Uint8Array(logits.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const index = y * width + x;
      const isEdge =
        (x + 1 < width && isOn(index) !== isOn(index + 1)) ||
        (y + 1 < height && isOn(index) !== isOn(index + width));
      if (isEdge) edge[index] = 1;
    }
  }
  return dilated(edge, { width, height }, reach);
}

function nearTips(logits: Float32Array, size: Size, modelPixel: number): Uint8Array {
  const { share: most, around, reach } = REFINE.tip;
  const isOn = Float32Array.from(logits, (logit) => (logit > 0 ? 1 : 0));
  const shares = boxMean(
    isOn,
    size.width,
    size.height,
    Math.max(2, Math.round(modelPixel * around)),
  );
  const tips = Uint8Array.from(isOn, (on, index) =>
    on === 1 && (shares[index] ?? 1) < most ? 1 : 0,
  );
  return dilated(tips, size, Math.max(1, Math.round(modelPixel * reach)));
}

function dilated(pixels: Uint8Array, { width, height }: Size, reach: number): Uint8Array {
  const rows = spread(pixels, width, height, reach, 1, width);
  return spread(rows, height, width, reach, width, 1);
}

/** Dilates lines of `length` pixels, `step` apart within and `next` between lines. */
function spread(
  pixels: Uint8Array,
  length: number,
  lines: number,
  reach: number,
  step: number,
  next: number,
): Uint8Array {
  const wider = new Uint8Array(pixels.length);
  for (let line = 0; line < lines; line++) {
    let count = 0;
    for (let at = -reach; at < length; at++) {
      if (at + reach < length) count += pixels[line * next + (at + reach) * step] ?? 0;
      if (at - reach > 0) count -= pixels[line * next + (at - reach - 1) * step] ?? 0;
      if (at >= 0 && count > 0) wider[line * next + at * step] = 1;
    }
  }
  return wider;
}

/** Outside the loop, and below removing strokes. */
const TAKEN = 2;

/** @param labels modified @returns 1 where a stroke adds, 2 where one removes */
function drawOver(labels: Uint8Array, order: Order, around: Rect, size: Size): Uint8Array {
  const { gesture, strokes } = order;
  const scale = size.width / around.width;
  if (gesture.kind === 'loop') {
    const loop = new Uint8Array(labels.length);
    fillLoop(loop, size, inRaster(gesture.points, around, scale), 1);
    for (let index = 0; index < labels.length; index++) {
      if (loop[index] === 0) labels[index] = LABEL.background;
    }
  }
  const wanted = new Uint8Array(labels.length);
  for (const { kind, points, width } of strokes) {
    const way = inRaster(points, around, scale);
    fillStroke(wanted, size, way, (width / 2) * scale, kind === 'add' ? 1 : TAKEN);
  }
  for (let index = 0; index < labels.length; index++) {
    if (wanted[index] === 1) labels[index] = LABEL.object;
    else if (wanted[index] === TAKEN) labels[index] = LABEL.background;
  }
  return wanted;
}

function teachesNothing(labels: Uint8Array): boolean {
  let object = 0;
  let open = 0;
  for (const label of labels) {
    object += label & 1;
    if (label >= LABEL.likelyBackground) open += 1;
  }
  return open === 0 || object < REFINE.least || labels.length - object < REFINE.least;
}

/** Intersection over union. */
function share(a: Uint8Array, b: Uint8Array): number {
  let both = 0;
  let either = 0;
  for (let index = 0; index < a.length; index++) {
    both += (a[index] ?? 0) & (b[index] ?? 0);
    either += (a[index] ?? 0) | (b[index] ?? 0);
  }
  return either === 0 ? 1 : both / either;
}
