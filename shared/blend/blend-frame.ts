/** Window and backend draw blends alike, except for the resolution. */
import { sizeWithin, type Rect, type Size } from '../geometry/rect.ts';

export interface BlendFrame {
  readonly rect: Rect;
  readonly size: Size;
  /** The part to draw now: `size` as a rectangle, or some rows of it. */
  readonly part: Rect;
}

export function blendFrame(rect: Rect, size: Size = rect): BlendFrame {
  const { width, height } = size;
  return { rect, size: { width, height }, part: { x: 0, y: 0, width, height } };
}

/** Largest weight map, pixels; in larger areas several pixels share a weight. */
const MOST_WEIGHTS = 2048 * 2048;

export function weightFrame(rect: Rect): BlendFrame {
  return blendFrame(rect, sizeWithin(rect, MOST_WEIGHTS));
}
