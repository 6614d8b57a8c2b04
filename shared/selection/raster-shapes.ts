/** Rasterises gestures: one byte a pixel, row by row. */
import type { Point, Size } from '../geometry/rect.ts';

/** By the non-zero rule, at pixel centres. @param points raster pixels; may be outside */
export function fillLoop(
  raster: Uint8Array,
  { width, height }: Size,
  points: readonly Point[],
  value: number,
): void {
  const top = Math.max(0, Math.floor(extent(points, Math.min)));
  const bottom = Math.min(height - 1, Math.ceil(extent(points, Math.max)));
  for (let y = top; y <= bottom; y++) {
    const crossings = crossingsAt(points, y + 0.5);
    let winding = 0;
    for (const [index, { x, turn }] of crossings.entries()) {
      winding += turn;
      const next = crossings[index + 1];
      if (winding === 0 || next === undefined) continue;
      const from = Math.max(0, Math.ceil(x - 0.5));
      const to = Math.min(width, Math.ceil(next.x - 0.5));
      if (to > from) raster.fill(value, y * width + from, y * width + to);
    }
  }
}

/** Avoids `Math.min(...ys)`, whose number of arguments is limited. */
function extent(points: readonly Point[], pick: (a: number, b: number) => number): number {
  return points.reduce((so, point) => pick(so, point.y), points[0]?.y ?? 0);
}

interface Crossing {
  readonly x: number;
  readonly turn: 1 | -1;
}

function crossingsAt(points: readonly Point[], y: number): readonly Crossing[] {
  const crossings: Crossing[] = [];
  let from = points.at(-1);
  for (const to of points) {
    if (from !== undefined && from.y <= y !== to.y <= y) {
      const x = from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x);
      crossings.push({ x, turn: to.y > from.y ? 1 : -1 });
    }
    from = to;
  }
  return crossings.sort((a, b) => a.x - b.x);
}

/** @param radius raster pixels; those below the path are always covered */
export function fillStroke(
  raster: Uint8Array,
  size: Size,
  points: readonly Point[],
  radius: number,
  value: number,
): void {
  const reach = Math.max(0.5, radius);
  let from = points[0];
  for (const to of points) {
    if (from !== undefined) fillSegment(raster, size, from, to, reach, value);
    from = to;
  }
}

function fillSegment(
  raster: Uint8Array,
  { width, height }: Size,
  a: Point,
  b: Point,
  reach: number,
  value: number,
): void {
  const left = Math.max(0, Math.floor(Math.min(a.x, b.x) - reach));
  const right = Math.min(width - 1, Math.ceil(Math.max(a.x, b.x) + reach));
  const top = Math.max(0, Math.floor(Math.min(a.y, b.y) - reach));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(a.y, b.y) + reach));
  const alongX = b.x - a.x;
  const alongY = b.y - a.y;
  const squared = alongX * alongX + alongY * alongY;
  const limit = reach * reach;
  for (let y = top; y <= bottom; y++) {
    const dy = y + 0.5 - a.y;
    for (let x = left; x <= right; x++) {
      const dx = x + 0.5 - a.x;
      const share = squared === 0 ? 0 : (dx * alongX + dy * alongY) / squared;
      const on = Math.min(1, Math.max(0, share));
      const awayX = dx - on * alongX;
      const awayY = dy - on * alongY;
      if (awayX * awayX + awayY * awayY <= limit) raster[y * width + x] = value;
    }
  }
}
