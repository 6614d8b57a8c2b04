/**
 * Rasterises stroke pieces without antialiasing, identically on every machine. A pixel is covered
 * if its centre is within the brush's radius of the segment (a capsule).
 * Thinner brushes could miss every centre, so they cover the pixels that the line passes through,
 * without gaps.
 */
import type { Point, Size } from '../../../../shared/geometry/rect.ts';

const RASTERISER = {
  /** Diameter in photo pixels; a disc from here on always contains a centre. */
  hairlineBelow: 2,
} as const;

/** @param toX exclusive; spans are inside the photo and never empty */
export type SpanReceiver = (y: number, fromX: number, toX: number) => void;

/**
 * @param from photo space, may be outside the photo
 * @param diameter photo pixels
 * @param photo clips the spans
 */
export function rasteriseSegment(
  from: Point,
  to: Point,
  diameter: number,
  photo: Size,
  span: SpanReceiver,
): void {
  if (diameter < RASTERISER.hairlineBelow) rasteriseHairline(from, to, photo, span);
  else rasteriseCapsule(from, to, diameter / 2, photo, span);
}

function rasteriseCapsule(
  start: Point,
  end: Point,
  radius: number,
  photo: Size,
  span: SpanReceiver,
): void {
  // Sorts the ends, so that rounding at the edge is the same in both directions.
  const [from, to] = isBefore(start, end) ? [start, end] : [end, start];
  const edgeX = to.x - from.x;
  const edgeY = to.y - from.y;
  const lengthSquared = edgeX * edgeX + edgeY * edgeY;
  const reach = radius * Math.sqrt(lengthSquared);
  const radiusSquared = radius * radius;
  const firstRow = Math.max(0, Math.ceil(Math.min(from.y, to.y) - radius - 0.5));
  const lastRow = Math.min(photo.height - 1, Math.floor(Math.max(from.y, to.y) + radius - 0.5));

  function covers(column: number, centreY: number): boolean {
    const x = column + 0.5 - from.x;
    const y = centreY - from.y;
    const along = lengthSquared === 0 ? 0 : (x * edgeX + y * edgeY) / lengthSquared;
    const t = along < 0 ? 0 : along > 1 ? 1 : along;
    const offX = x - t * edgeX;
    const offY = y - t * edgeY;
    return offX * offX + offY * offY <= radiusSquared;
  }

  for (let row = firstRow; row <= lastRow; row++) {
    const centreY = row + 0.5;
    let low = Infinity;
    let high = -Infinity;
    // A capsule is convex: one span per row, the hull of both discs and the body.
    const fromY = centreY - from.y;
    const fromHalf = radiusSquared - fromY * fromY;
    if (fromHalf >= 0) {
      const half = Math.sqrt(fromHalf);
      low = from.x - half;
      high = from.x + half;
    }
    const toY = centreY - to.y;
    const toHalf = radiusSquared - toY * toY;
    if (toHalf >= 0) {
      const half = Math.sqrt(toHalf);
      low = Math.min(low, to.x - half);
      high = Math.max(high, to.x + half);
    }
    if (lengthSquared > 0) {
      // Body: |edge × p| ≤ radius·length and 0 ≤ edge · p ≤ length², both linear in x.
      let bodyLow = -Infinity;
      let bodyHigh = Infinity;
      if (edgeY !== 0) {
        const a = (edgeX * fromY - reach) / edgeY;
        const b = (edgeX * fromY + reach) / edgeY;
        bodyLow = Math.min(a, b);
        bodyHigh = Math.max(a, b);
      } else if (Math.abs(edgeX * fromY) > reach) {
        bodyHigh = -Infinity;
      }
      if (edgeX !== 0) {
        const a = (-edgeY * fromY) / edgeX;
        const b = (lengthSquared - edgeY * fromY) / edgeX;
        bodyLow = Math.max(bodyLow, Math.min(a, b));
        bodyHigh = Math.min(bodyHigh, Math.max(a, b));
      } else if (edgeY * fromY < 0 || edgeY * fromY > lengthSquared) {
        bodyHigh = -Infinity;
      }
      if (bodyLow <= bodyHigh) {
        low = Math.min(low, bodyLow + from.x);
        high = Math.max(high, bodyHigh + from.x);
      }
    }
    if (low > high) continue;
    let first = Math.ceil(low - 0.5);
    let last = Math.floor(high - 0.5);
    // Corrects rounding by one pixel at the edge.
    while (covers(first - 1, centreY)) first--;
    while (first <= last && !covers(first, centreY)) first++;
    while (covers(last + 1, centreY)) last++;
    while (last >= first && !covers(last, centreY)) last--;
    const fromX = Math.max(0, first);
    const toX = Math.min(photo.width, last + 1);
    if (fromX < toX) span(row, fromX, toX);
  }
}

function isBefore(a: Point, b: Point): boolean {
  return a.x < b.x || (a.x === b.x && a.y <= b.y);
}

function rasteriseHairline(from: Point, to: Point, photo: Size, span: SpanReceiver): void {
  const startX = Math.floor(from.x);
  const startY = Math.floor(from.y);
  const acrossX = Math.floor(to.x) - startX;
  const acrossY = Math.floor(to.y) - startY;
  const steps = Math.max(Math.abs(acrossX), Math.abs(acrossY));
  for (let step = 0; step <= steps; step++) {
    const share = steps === 0 ? 0 : step / steps;
    const x = startX + Math.round(acrossX * share);
    const y = startY + Math.round(acrossY * share);
    if (x >= 0 && y >= 0 && x < photo.width && y < photo.height) span(y, x, x + 1);
  }
}

export interface TaperEnd {
  /** Photo space. */
  readonly at: Point;
  /** Photo pixels. */
  readonly diameter: number;
}

/** Covers the hull of the discs at both ends of a stroke piece. Clips to the photo. */
export function rasteriseTaper(
  from: TaperEnd,
  to: TaperEnd,
  photo: Size,
  span: SpanReceiver,
): void {
  if (from.diameter === to.diameter || Math.max(from.diameter, to.diameter) < 2) {
    rasteriseSegment(from.at, to.at, Math.max(from.diameter, to.diameter), photo, span);
    return;
  }
  const body = taperBody(from, to);
  const discs = [from, to];
  // A thin end could miss every centre, so add its line of single pixels.
  if (Math.min(from.diameter, to.diameter) < 2) rasteriseSegment(from.at, to.at, 1, photo, span);
  const top = Math.min(...discs.map(({ at, diameter }) => at.y - diameter / 2));
  const bottom = Math.max(...discs.map(({ at, diameter }) => at.y + diameter / 2));
  const lastRow = Math.min(photo.height - 1, Math.floor(bottom - 0.5));
  for (let row = Math.max(0, Math.ceil(top - 0.5)); row <= lastRow; row++) {
    const y = row + 0.5;
    let low = Infinity;
    let high = -Infinity;
    const widen = (x: number): void => {
      low = Math.min(low, x);
      high = Math.max(high, x);
    };
    for (const { at, diameter } of discs) {
      const half = (diameter / 2) ** 2 - (y - at.y) ** 2;
      if (half < 0) continue;
      widen(at.x - Math.sqrt(half));
      widen(at.x + Math.sqrt(half));
    }
    for (const [index, start] of body.entries()) {
      const end = body[(index + 1) % body.length] ?? start;
      if (y < Math.min(start.y, end.y) || y > Math.max(start.y, end.y)) continue;
      if (start.y === end.y) {
        widen(start.x);
        widen(end.x);
      } else {
        widen(start.x + ((y - start.y) / (end.y - start.y)) * (end.x - start.x));
      }
    }
    const fromX = Math.max(0, Math.ceil(low - 0.5));
    const toX = Math.min(photo.width, Math.floor(high - 0.5) + 1);
    if (fromX < toX) span(row, fromX, toX);
  }
}

/** Returns the outer tangents' contact points; none if one disc contains the other. */
export function taperBody(from: TaperEnd, to: TaperEnd): readonly Point[] {
  const across = to.at.x - from.at.x;
  const down = to.at.y - from.at.y;
  const length = Math.hypot(across, down);
  const difference = (from.diameter - to.diameter) / 2;
  if (length <= Math.abs(difference)) return [];
  // Normals of both tangents: cosine along the line, sine across it.
  const cosine = difference / length;
  const sine = Math.sqrt(1 - cosine * cosine);
  const x = across / length;
  const y = down / length;
  const touch = ({ at, diameter }: TaperEnd, side: 1 | -1): Point => ({
    x: at.x + (diameter / 2) * (x * cosine - side * y * sine),
    y: at.y + (diameter / 2) * (y * cosine + side * x * sine),
  });
  return [touch(from, 1), touch(to, 1), touch(to, -1), touch(from, -1)];
}
