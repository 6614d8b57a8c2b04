/**
 * Area and resolution at which a blend is drawn. Window and backend differ only in the resolution.
 */
import { sizeWithin, type Rect, type Size } from '../geometry/rect.ts';

export interface MixFrame {
  /** Area of the result in the base. */
  readonly rect: Rect;
  /** Pixel size of the whole area. */
  readonly size: Size;
  /** The part to draw now: `size` as a rectangle, or some rows of it. */
  readonly part: Rect;
}

export function mixFrame(rect: Rect, size: Size = rect): MixFrame {
  const { width, height } = size;
  return { rect, size: { width, height }, part: { x: 0, y: 0, width, height } };
}

/** Largest weight map, pixels; in larger areas several pixels share a weight. */
const MOST_WEIGHTS = 2048 * 2048;

/** Returns the frame for a result's weights, pixel by pixel for a face of maximum size. */
export function weightFrame(rect: Rect): MixFrame {
  return mixFrame(rect, sizeWithin(rect, MOST_WEIGHTS));
}
