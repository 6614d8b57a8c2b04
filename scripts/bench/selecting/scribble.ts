/** A scribble as a hand draws it over an object: along its longer side, through its middle. */
import type { Point, Rect } from '../../../shared/geometry/rect.ts';

const HAND = {
  /** Points along the object. */
  points: 9,
  /** Width, as a share of the object's shorter side; pixels. */
  width: 1 / 12,
  least: 4,
} as const;

/** @param truth the object's pixels: 1 a byte, rows of `width` */
export function scribbleOver(
  truth: Uint8Array,
  width: number,
  bounds: Rect,
): { readonly kind: 'scribble'; readonly points: readonly Point[]; readonly width: number } {
  const isTall = bounds.height > bounds.width;
  const [along, across] = isTall ? [bounds.height, bounds.width] : [bounds.width, bounds.height];
  const place = (on: number, beside: number): Point =>
    isTall
      ? { x: bounds.x + beside, y: bounds.y + on }
      : { x: bounds.x + on, y: bounds.y + beside };
  const points: Point[] = [];
  for (let index = 1; index <= HAND.points; index++) {
    const on = Math.round((index / (HAND.points + 1)) * along);
    const inside = Array.from({ length: across }, (_none, beside) => beside).filter((beside) => {
      const { x, y } = place(on, beside);
      return truth[y * width + x] === 1;
    });
    const middle = inside[Math.floor(inside.length / 2)];
    if (middle !== undefined) points.push(place(on + 0.5, middle + 0.5));
  }
  return { kind: 'scribble', points, width: Math.max(HAND.least, across * HAND.width) };
}
