/** The meaning of a line that was drawn by hand: around something, or over it. Pure. */
import type { Point } from '../../../../../shared/geometry/rect.ts';

export const DRAWN_LINE = {
  /** The ends of a loop are nearer to each other than this share of its size. */
  mostGap: 0.35,
  /** A loop surrounds at least this share of the rectangle around it: a scribble to and fro does not. */
  leastArea: 0.25,
} as const;

/** Whether a line surrounds something. An open one is closed straight. */
export function isLoop(points: readonly Point[]): boolean {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 3) return false;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const width = least(xs, -1) - least(xs, 1);
  const height = least(ys, -1) - least(ys, 1);
  const gap = Math.hypot(last.x - first.x, last.y - first.y);
  if (gap > DRAWN_LINE.mostGap * Math.hypot(width, height)) return false;
  return areaOf(points) >= DRAWN_LINE.leastArea * width * height;
}

/** The smallest value, or with −1 the largest; without spreading thousands of arguments. */
function least(values: readonly number[], sign: 1 | -1): number {
  return values.reduce(
    (best, value) => (value * sign < best * sign ? value : best),
    values[0] ?? 0,
  );
}

/** Of the polygon, by the shoelace formula. */
function areaOf(points: readonly Point[]): number {
  let sum = 0;
  let before = points.at(-1);
  for (const point of points) {
    if (before !== undefined) sum += before.x * point.y - point.x * before.y;
    before = point;
  }
  return Math.abs(sum) / 2;
}
