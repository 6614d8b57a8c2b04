import type { Point, Rect, Size } from '../../../../shared/geometry/rect.ts';
import { fillLoop, fillStroke } from '../../../../shared/selection/raster-shapes.ts';
import { inRaster } from './finder-geometry.ts';
import type { SelectionWork } from './messages.ts';

/** OpenCV's values; odd ones are object. */
export const LABEL = { background: 0, object: 1, likelyBackground: 2, likelyObject: 3 } as const;

const ROOM = {
  /** Multiple of an adding stroke's width that may belong to the object. */
  ofStroke: 2,
  /** Fraction of the shorter side that counts as background if a loop leaves none. */
  border: 0.02,
} as const;

export function labelsOf(
  { gesture, strokes }: Pick<SelectionWork['object']['order'], 'gesture' | 'strokes'>,
  around: Rect,
  size: Size,
): Uint8Array {
  const labels = new Uint8Array(size.width * size.height);
  const scale = size.width / around.width;
  if (gesture.kind === 'loop') {
    fillLoop(labels, size, inRaster(gesture.points, around, scale), LABEL.likelyObject);
    if (labels.indexOf(LABEL.background) < 0) fillBorder(labels, size);
  } else {
    labels.fill(LABEL.likelyBackground);
    fillBorder(labels, size);
    const way = inRaster(gesture.points, around, scale);
    fillStroke(labels, size, way, (gesture.width / 2) * scale, LABEL.object);
  }
  for (const { kind, points, width } of strokes) {
    const radius = (width / 2) * scale;
    const way = inRaster(points, around, scale);
    if (kind === 'take') fillStroke(labels, size, way, radius, LABEL.background);
    else {
      openAround(labels, size, way, radius * (1 + 2 * ROOM.ofStroke));
      fillStroke(labels, size, way, radius, LABEL.object);
    }
  }
  return labels;
}

/** Near an adding stroke, certain background becomes likely: the object continues there. */
function openAround(labels: Uint8Array, size: Size, way: readonly Point[], radius: number): void {
  const near = new Uint8Array(labels.length);
  fillStroke(near, size, way, radius, 1);
  for (let index = 0; index < labels.length; index++) {
    if (near[index] === 1 && labels[index] === LABEL.background) {
      labels[index] = LABEL.likelyBackground;
    }
  }
}

function fillBorder(labels: Uint8Array, { width, height }: Size): void {
  const border = Math.max(1, Math.round(Math.min(width, height) * ROOM.border));
  labels.fill(LABEL.background, 0, border * width);
  labels.fill(LABEL.background, (height - border) * width);
  for (let y = border; y < height - border; y++) {
    labels.fill(LABEL.background, y * width, y * width + border);
    labels.fill(LABEL.background, (y + 1) * width - border, (y + 1) * width);
  }
}
