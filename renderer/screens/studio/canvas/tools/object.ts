import type { Point } from '../../../../../shared/geometry/rect.ts';
import type { Tool } from './tool.ts';

const DRAWN_LINE = {
  /** Maximum gap between the ends of a loop, relative to its size. */
  mostGap: 0.35,
  /** Minimum share of the bounding box that a loop encloses, unlike a scribble. */
  leastArea: 0.25,
} as const;

const OBJECT = {
  /** CSS pixels between points of the line. */
  step: 1.5,
  /** CSS pixels of a scribble. */
  width: 10,
} as const;

/**
 * Selects an object by a loop, a scribble or a click. With a proposal, Shift adds to it; Alt or the
 * right button removes.
 */
export const objectTool: Tool = {
  name: 'object',
  cursor: 'cross',
  rightButton: 'subtract',
  hasMode: true,
  begin(context, start) {
    let last = start.at;
    const points: Point[] = [context.toPhoto(start.at)];
    const { shift, alt } = start.modifiers;
    context.previewFrom(points[0]);
    return {
      move(samples) {
        for (const { at } of samples) {
          if (Math.hypot(at.x - last.x, at.y - last.y) < OBJECT.step) continue;
          last = at;
          points.push(context.toPhoto(at));
        }
        context.showOutline({ points, isClosed: false });
      },
      end() {
        context.showOutline(undefined);
        context.previewFrom(undefined);
        context.select({
          tool: 'object',
          points,
          isLoop: isLoop(points),
          width: OBJECT.width / context.scale,
          isMore: shift,
          isLess: alt || start.isRightButton,
          subtract: start.subtract,
        });
        return 'done';
      },
      cancel() {
        context.showOutline(undefined);
        context.previewFrom(undefined);
      },
    };
  },
};

/** Returns whether a drawn line surrounds something; an open one is closed by a straight line. */
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
