/** An object as the model sees it: how sure it is of each place of a part of the photo. */
import type { Rect, Size } from '../../../shared/geometry/rect.ts';
import { interpolate } from '../../../shared/numbers.ts';

/** Over `rect` of the photo, row by row. */
export interface SeenObject extends Size {
  /** Photo space. */
  readonly rect: Rect;
  /** Pixels of the raster for one of the photo. */
  readonly scale: number;
  /** Logits: above 0 is on the object, and the farther from 0 the surer. */
  readonly logits: Float32Array;
}

/** The logits over a raster of another size that stands for `around`; beside the part they are far below 0. */
export function logitsOver(seen: SeenObject, around: Rect, size: Size): Float32Array {
  const { rect, width, height, scale, logits } = seen;
  const over = new Float32Array(size.width * size.height).fill(BESIDE);
  const stepX = around.width / size.width;
  const stepY = around.height / size.height;
  for (let y = 0; y < size.height; y++) {
    const fromY = ((y + 0.5) * stepY + around.y - rect.y) * scale - 0.5;
    if (fromY < -1 || fromY > height) continue;
    const [top, bottom, down] = between(fromY, height);
    for (let x = 0; x < size.width; x++) {
      const fromX = ((x + 0.5) * stepX + around.x - rect.x) * scale - 0.5;
      if (fromX < -1 || fromX > width) continue;
      const [left, right, across] = between(fromX, width);
      const upper = interpolate(logits[top * width + left], logits[top * width + right], across);
      const lower = interpolate(
        logits[bottom * width + left],
        logits[bottom * width + right],
        across,
      );
      over[y * size.width + x] = upper + (lower - upper) * down;
    }
  }
  return over;
}

/** As sure as the model ever is. */
const BESIDE = -20;

function between(at: number, length: number): readonly [number, number, number] {
  const inside = Math.min(length - 1, Math.max(0, at));
  const first = Math.floor(inside);
  return [first, Math.min(length - 1, first + 1), inside - first];
}
