/** Decides whether a drawn line surrounds something or crosses it. */
import type { Point } from '../../../../../shared/geometry/rect.ts';

export const DRAWN_LINE = {
  /** Maximum gap between the ends of a loop, relative to its size. */
  mostGap: 0.35,
  /** Minimum share of the bounding box that a loop encloses, unlike a scribble. */
  leastArea: 0.25,
} as const;

/** Closes an open line straight. */
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

/** A sign of −1 returns the largest. Avoids spreading thousands of arguments. */
function least(values: readonly number[], sign: 1 | -1): number {
  return values.reduce(
    (best, value) => (value * sign < best * sign ? value : best),
    values[0] ?? 0,
  );
}

/** Shoelace formula. */
function areaOf(points: readonly Point[]): number {
  let sum = 0;
  let before = points.at(-1);
  for (const point of points) {
    if (before !== undefined) sum += before.x * point.y - point.x * before.y;
    before = point;
  }
  return Math.abs(sum) / 2;
}
