/** Where a mix is drawn: a place of the base and a size in pixels. Window and backend differ in the size only. */
import { sizeWithin, type Rect, type Size } from '../geometry/rect.ts';

/** See the file comment. */
export interface MixFrame {
  /** The place of the result in the base. */
  readonly rect: Rect;
  /** Pixels that the whole place is drawn as. */
  readonly size: Size;
  /** The part of them that is drawn now: `size` as a rectangle, or some rows of it. */
  readonly part: Rect;
}

/** The frame of a place at a size. */
export function mixFrame(rect: Rect, size: Size = rect): MixFrame {
  const { width, height } = size;
  return { rect, size: { width, height }, part: { x: 0, y: 0, width, height } };
}

/** Largest drawing of weights, pixels; of a larger place, some pixels share one weight. */
const MOST_WEIGHTS = 2048 * 2048;

/** The frame in which the weights of a result are drawn: those of a face at its limit pixel by pixel. */
export function weightFrame(rect: Rect): MixFrame {
  return mixFrame(rect, sizeWithin(rect, MOST_WEIGHTS));
}
