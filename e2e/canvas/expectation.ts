/** Calculates painted pixels one by one, without the canvas's code. */
import type { Point, Size } from '../../shared/geometry/rect.ts';

export interface ExpectedStroke {
  /** Photo space. */
  readonly points: readonly Point[];
  /** Photo pixels. */
  readonly diameter: number;
  /** 255 paints, 0 erases. */
  readonly value: 0 | 255;
}

/** Returns one byte per pixel, set if its centre is within the radius of any piece of the line. */
export function expectedPixels(strokes: readonly ExpectedStroke[], photo: Size): Buffer {
  const pixels = Buffer.alloc(photo.width * photo.height);
  for (const { points, diameter, value } of strokes) {
    const line = points.length === 1 ? [...points, ...points] : points;
    for (const [index, to] of line.entries()) {
      const from = line[index - 1];
      if (from !== undefined) paintPiece(pixels, photo, from, to, diameter / 2, value);
    }
  }
  return pixels;
}

export function difference(a: Buffer, b: Buffer): number {
  let count = 0;
  for (const [index, value] of a.entries()) if (value !== b[index]) count += 1;
  return count;
}

function paintPiece(
  pixels: Buffer,
  size: Size,
  start: Point,
  end: Point,
  radius: number,
  value: 0 | 255,
): void {
  // centres exactly on the edge depend on the order of the ends: from the left
  const isLeft = start.x < end.x || (start.x === end.x && start.y <= end.y);
  const [from, to] = isLeft ? [start, end] : [end, start];
  const edge = { x: to.x - from.x, y: to.y - from.y };
  const lengthSquared = edge.x ** 2 + edge.y ** 2;
  const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - radius) - 1);
  const bottom = Math.min(size.height - 1, Math.ceil(Math.max(from.y, to.y) + radius) + 1);
  const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - radius) - 1);
  const right = Math.min(size.width - 1, Math.ceil(Math.max(from.x, to.x) + radius) + 1);
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const px = x + 0.5 - from.x;
      const py = y + 0.5 - from.y;
      const along = lengthSquared === 0 ? 0 : (px * edge.x + py * edge.y) / lengthSquared;
      const t = Math.min(1, Math.max(0, along));
      if ((px - t * edge.x) ** 2 + (py - t * edge.y) ** 2 <= radius ** 2) {
        pixels[y * size.width + x] = value;
      }
    }
  }
}
