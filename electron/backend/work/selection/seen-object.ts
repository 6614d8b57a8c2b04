import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import { interpolate } from '../../../../shared/numbers.ts';

/** The model's certainty for each pixel of `rect`, row by row. */
export interface SeenObject extends Size {
  /** Photo space. */
  readonly rect: Rect;
  /** Raster pixels per photo pixel. */
  readonly scale: number;
  /** Logits: positive is on the object, larger values are more certain. */
  readonly logits: Float32Array;
}

/** Resamples logits to another raster over `around`; far below 0 outside the part. */
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

/** Logit outside the part, as certain as the model ever is. */
const BESIDE = -20;

function between(at: number, length: number): readonly [number, number, number] {
  const inside = Math.min(length - 1, Math.max(0, at));
  const first = Math.floor(inside);
  return [first, Math.min(length - 1, first + 1), inside - first];
}
