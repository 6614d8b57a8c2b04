import type { Point } from '../../../../shared/geometry/rect.ts';

/** Fingers nearer than this (CSS pixels) do not zoom: the ratio would be erratic. */
const LEAST_DISTANCE = 8;

/** Both lists hold the same fingers in the same order; only the first two count. */
export function pinchStep(before: readonly Point[], after: readonly Point[]) {
  const [a = ORIGIN, b = a] = before;
  const [c = ORIGIN, d = c] = after;
  const was = Math.hypot(a.x - b.x, a.y - b.y);
  const is = Math.hypot(c.x - d.x, c.y - d.y);
  const from = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const at = { x: (c.x + d.x) / 2, y: (c.y + d.y) / 2 };
  const factor = Math.min(was, is) < LEAST_DISTANCE ? 1 : is / was;
  return { x: at.x - from.x, y: at.y - from.y, factor, at };
}

const ORIGIN: Point = { x: 0, y: 0 };
