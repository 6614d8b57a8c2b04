/** Turns pointer positions into points of the base, no more than can be seen. */
import { BLEND_LIMITS, type BlendStroke } from '../../../shared/contract/blend.ts';
import type { Point } from '../../../shared/geometry/rect.ts';

export type StrokeRecorder = ReturnType<typeof recordStroke>;

/** Points nearer than this share of the radius make no visible difference. */
const SPACING = 0.1;

/** Digits of a pixel that are kept. */
const DIGITS = 2;

export function recordStroke(
  start: Point,
  brush: Pick<BlendStroke, 'radius' | 'hardness' | 'isErase'>,
) {
  const points = [rounded(start.x), rounded(start.y)];
  const stroke: BlendStroke = { ...brush, points };
  const least = Math.max(0.5, brush.radius * SPACING);
  return {
    stroke,
    /** @param places pixels of the base @returns index of the first new point, if any is new */
    add(...places: readonly Point[]): number | undefined {
      const before = points.length;
      for (const { x, y } of places) {
        const isNear = Math.hypot(x - (points.at(-2) ?? 0), y - (points.at(-1) ?? 0)) < least;
        if (isNear || points.length >= BLEND_LIMITS.points * 2) continue;
        points.push(rounded(x), rounded(y));
      }
      return points.length === before ? undefined : before / 2;
    },
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(DIGITS));
}
