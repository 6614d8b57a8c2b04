/** A loop as a hand draws it: around all of an object, with room, and not evenly. */
import type { Point, Rect } from '../../../shared/geometry/rect.ts';

const HAND = {
  /** Room between object and loop: a share of the root of its box, and pixels. */
  room: 0.1,
  least: 8,
  /** How uneven the room is. */
  uneven: 0.5,
  /** Pixels between two points. */
  step: 12,
} as const;

/** @param truth the object's pixels: 1 a byte, rows of `width` */
export function looseLoop(truth: Uint8Array, width: number, bounds: Rect): readonly Point[] {
  const hull = hullOf(rimOf(truth, width, bounds));
  const room = Math.max(HAND.least, HAND.room * Math.sqrt(bounds.width * bounds.height));
  const loop: Point[] = [];
  let phase = 0;
  for (const [index, from] of hull.entries()) {
    const to = hull[(index + 1) % hull.length] ?? from;
    const distance = Math.hypot(to.x - from.x, to.y - from.y);
    const outX = (to.y - from.y) / Math.max(1, distance);
    const outY = -(to.x - from.x) / Math.max(1, distance);
    for (let on = 0; on <= distance; on += HAND.step) {
      phase += HAND.step;
      const away = room * (1 + HAND.uneven * Math.sin(phase / (room * 4)));
      const share = distance === 0 ? 0 : on / distance;
      loop.push({
        x: from.x + (to.x - from.x) * share + outX * away,
        y: from.y + (to.y - from.y) * share + outY * away,
      });
    }
  }
  return loop;
}

/** The first and last pixel of each row. */
function rimOf(truth: Uint8Array, width: number, bounds: Rect): Point[] {
  const rim: Point[] = [];
  for (let y = bounds.y; y < bounds.y + bounds.height; y++) {
    const row = truth.subarray(y * width, (y + 1) * width);
    const from = row.indexOf(1);
    if (from < 0) continue;
    const to = row.lastIndexOf(1) + 1;
    rim.push({ x: from, y }, { x: to, y }, { x: from, y: y + 1 }, { x: to, y: y + 1 });
  }
  return rim;
}

/** Clockwise on the screen (monotone chain). */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function turn(a: Point | undefined, b: Point | undefined, c: Point): number {
  if (a === undefined || b === undefined) return 1;
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
