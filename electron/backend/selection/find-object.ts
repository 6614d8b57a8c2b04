/** The object tool: from a rough gesture to the object's own outline, by GrabCut. */
import {
  intersectRects,
  rectOfSize,
  type Point,
  type Rect,
  type Size,
} from '../../../shared/geometry/rect.ts';
import { fillLoop, fillStroke } from '../../../shared/selection/raster-shapes.ts';
import { toFoundPixels } from './found-pixels.ts';
import type { FoundPixels, HeldPicture, SelectionWork } from './messages.ts';
import type { OpenCv } from './opencv.ts';

type Order = SelectionWork['object']['order'];

const OBJECT = {
  /** Pixels of the coarse pass. */
  coarse: 80_000,
  /** Rounds of the coarse pass. */
  rounds: 2,
} as const;

export function findObject(
  cv: OpenCv,
  picture: HeldPicture,
  order: Order,
  goOn: () => void,
): FoundPixels {
  const around = surroundingsOf(order);
  const crop = within(picture, around);
  const scale = Math.min(1, Math.sqrt(OBJECT.coarse / (crop.width * crop.height)));
  const size = {
    width: Math.max(8, Math.round(crop.width * scale)),
    height: Math.max(8, Math.round(crop.height * scale)),
  };
  const colours = cropMat(cv, picture, crop, size);
  goOn();
  const labels = labelsOf(cv, order, around, size);
  const mask = cv.matFromArray(size.height, size.width, cv.CV_8UC1, labels);
  const [background, foreground] = [new cv.Mat(), new cv.Mat()];
  try {
    const rect = new cv.Rect(0, 0, 1, 1);
    cv.grabCut(colours, mask, rect, background, foreground, OBJECT.rounds, cv.GC_INIT_WITH_MASK);
    const pixels = Uint8Array.from(mask.data as Uint8Array, (label) => label & 1);
    return toFoundPixels({ pixels, ...size }, around);
  } finally {
    for (const each of [colours, mask, background, foreground]) each.delete();
  }
}

/** The part of the photo that is looked at: the gesture's box and half of it more. */
export function surroundingsOf({
  gesture,
  strokes,
  photo,
}: Omit<Order, 'pass' | 'withShadow'>): Rect {
  const reach = gesture.kind === 'scribble' ? gesture.width / 2 : 0;
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  const take = (points: readonly Point[], beyond: number): void => {
    for (const { x, y } of points) {
      left = Math.min(left, x - beyond);
      top = Math.min(top, y - beyond);
      right = Math.max(right, x + beyond);
      bottom = Math.max(bottom, y + beyond);
    }
  };
  take(gesture.points, reach);
  for (const stroke of strokes) take(stroke.points, stroke.width / 2);
  const share = gesture.kind === 'scribble' ? 0.75 : 0.25;
  const across = Math.max(32, (right - left) * share);
  const down = Math.max(32, (bottom - top) * share);
  const x = Math.floor(left - across);
  const y = Math.floor(top - down);
  const box = {
    x,
    y,
    width: Math.ceil(right + across) - x,
    height: Math.ceil(bottom + down) - y,
  };
  return intersectRects(box, rectOfSize(photo));
}

/** A rectangle of the photo in pixels of the held picture. */
function within(picture: HeldPicture, { x, y, width, height }: Rect): Rect {
  const across = picture.width / picture.rect.width;
  const down = picture.height / picture.rect.height;
  const left = Math.round((x - picture.rect.x) * across);
  const top = Math.round((y - picture.rect.y) * down);
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.min(picture.width - left, Math.round(width * across))),
    height: Math.max(1, Math.min(picture.height - top, Math.round(height * down))),
  };
}

function cropMat(cv: OpenCv, picture: HeldPicture, crop: Rect, size: Size) {
  const whole = new cv.Mat(crop.height, crop.width, cv.CV_8UC3);
  const line = crop.width * 3;
  for (let y = 0; y < crop.height; y++) {
    const start = ((crop.y + y) * picture.width + crop.x) * 3;
    (whole.data as Uint8Array).set(picture.rgb.subarray(start, start + line), y * line);
  }
  if (crop.width === size.width && crop.height === size.height) return whole;
  const smaller = new cv.Mat();
  cv.resize(whole, smaller, new cv.Size(size.width, size.height), 0, 0, cv.INTER_AREA);
  whole.delete();
  return smaller;
}

function labelsOf(cv: OpenCv, { gesture, strokes }: Order, around: Rect, size: Size): Uint8Array {
  const labels = new Uint8Array(size.width * size.height).fill(cv.GC_BGD);
  const scale = size.width / around.width;
  const toSize = (points: readonly Point[]): Point[] =>
    points.map(({ x, y }) => ({ x: (x - around.x) * scale, y: (y - around.y) * scale }));
  if (gesture.kind === 'loop') fillLoop(labels, size, toSize(gesture.points), cv.GC_PR_FGD);
  else {
    labels.fill(cv.GC_PR_BGD);
    fillStroke(labels, size, toSize(gesture.points), (gesture.width / 2) * scale, cv.GC_FGD);
  }
  for (const { kind, points, width } of strokes) {
    const label = kind === 'add' ? cv.GC_FGD : cv.GC_BGD;
    fillStroke(labels, size, toSize(points), (width / 2) * scale, label);
  }
  return labels;
}
