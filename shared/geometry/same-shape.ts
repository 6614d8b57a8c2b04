/** Compares the shapes of pictures of different sizes. */
import type { Size } from './rect.ts';

/** Greatest difference between the ratios of sides: sizes are whole pixels. */
const SHAPE_TOLERANCE = 0.01;

/** True when one picture, scaled to the other's size, is not stretched. */
export function hasSameShape(a: Size, b: Size): boolean {
  const ratio = (a.width * b.height) / (a.height * b.width);
  return Math.abs(ratio - 1) <= SHAPE_TOLERANCE;
}
