/** Places a small bar next to a selection, near the pointer. */
import {
  intersectRects,
  rectArea,
  type Point,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';

const BESIDE = {
  /** CSS pixels to the pointer and to the selection. */
  gap: 12,
  /** CSS pixels to the edges of the canvas. */
  edge: 8,
  /** Height of the hint at the lower edge of the canvas. */
  hint: 48,
} as const;

/**
 * Stays inside the canvas and next to the thing if possible, then as near to the pointer as
 * possible. CSS pixels.
 * @param thing may reach beyond the canvas
 * @param pointer missing: the centre of the thing
 * @returns the upper left corner
 */
export function besideThing(
  bar: Size,
  canvas: Size,
  thing: Rect,
  pointer: Point | undefined,
): Point {
  const { gap } = BESIDE;
  const right = thing.x + thing.width;
  const bottom = thing.y + thing.height;
  const at = pointer ?? { x: thing.x + thing.width / 2, y: thing.y + thing.height / 2 };
  const [across, down] = [at.x - bar.width / 2, at.y - bar.height / 2];
  const most = {
    x: Math.max(BESIDE.edge, canvas.width - BESIDE.edge - bar.width),
    y: Math.max(BESIDE.edge, canvas.height - BESIDE.hint - bar.height),
  };
  const wanted: readonly Point[] = [
    { x: at.x + gap, y: at.y + gap },
    { x: right + gap, y: down },
    { x: across, y: bottom + gap },
    { x: thing.x - gap - bar.width, y: down },
    { x: across, y: thing.y - gap - bar.height },
    { x: most.x, y: most.y },
    { x: BESIDE.edge, y: most.y },
    { x: most.x, y: BESIDE.edge },
    { x: BESIDE.edge, y: BESIDE.edge },
  ];
  const places = wanted.map(({ x, y }) => ({
    x: Math.min(most.x, Math.max(BESIDE.edge, x)),
    y: Math.min(most.y, Math.max(BESIDE.edge, y)),
  }));
  const covered = (place: Point): number => rectArea(intersectRects({ ...place, ...bar }, thing));
  const away = ({ x, y }: Point): number =>
    Math.hypot(
      Math.max(0, x - at.x, at.x - x - bar.width),
      Math.max(0, y - at.y, at.y - y - bar.height),
    );
  // a bar below the pointer would be clicked by mistake
  const hides = (place: Point): number => (pointer !== undefined && away(place) === 0 ? 1 : 0);
  const [best] = places.toSorted(
    (a, b) => covered(a) - covered(b) || hides(a) - hides(b) || away(a) - away(b),
  );
  return best ?? { x: BESIDE.edge, y: BESIDE.edge };
}
