import type { Size } from './rect.ts';

/** Greatest difference between aspect ratios, because sizes are whole pixels. */
const SHAPE_TOLERANCE = 0.01;

/** Returns whether one picture can be scaled to the other's size without stretching. */
export function hasSameShape(a: Size, b: Size): boolean {
  const ratio = (a.width * b.height) / (a.height * b.width);
  return Math.abs(ratio - 1) <= SHAPE_TOLERANCE;
}
