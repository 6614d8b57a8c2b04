import type { Point } from '../../../../../shared/geometry/rect.ts';

/**
 * Snaps to pixel edges.
 * @returns photo space, clockwise; empty if no whole pixel is between the points
 */
export function rectangleCorners(from: Point, to: Point, isSquare: boolean): readonly Point[] {
  const x = Math.round(from.x);
  const y = Math.round(from.y);
  let across = Math.round(to.x) - x;
  let down = Math.round(to.y) - y;
  if (isSquare) {
    const side = Math.max(Math.abs(across), Math.abs(down));
    across = side * (to.x < from.x ? -1 : 1);
    down = side * (to.y < from.y ? -1 : 1);
  }
  if (across === 0 || down === 0) return [];
  return [
    { x, y },
    { x: x + across, y },
    { x: x + across, y: y + down },
    { x, y: y + down },
  ];
}
