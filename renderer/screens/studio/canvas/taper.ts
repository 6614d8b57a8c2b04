/** Covers pixels whose centre is in the hull of the discs at both ends of a stroke piece. */
import type { Point, Size } from '../../../../shared/geometry/rect.ts';
import { rasteriseSegment, type SpanReceiver } from './rasteriser.ts';

export interface TaperEnd {
  /** Photo space. */
  readonly at: Point;
  /** Photo pixels. */
  readonly diameter: number;
}

/** Clips to the photo. */
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
