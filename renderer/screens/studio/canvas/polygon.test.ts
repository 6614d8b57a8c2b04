import * as fc from 'fast-check';
import { it } from 'vitest';
import type { Point } from '../../../../shared/geometry/rect.ts';
import { rasterisePolygon } from './polygon.ts';

const photo = { width: 40, height: 30 };

function painted(points: readonly Point[]): Uint8Array {
  const pixels = new Uint8Array(photo.width * photo.height);
  rasterisePolygon(points, photo, (y, fromX, toX) => {
    if (fromX >= toX || fromX < 0 || toX > photo.width || y < 0 || y >= photo.height) {
      throw new Error(`Outside the photo: row ${y}, ${fromX} to ${toX}.`);
    }
    pixels.fill(1, y * photo.width + fromX, y * photo.width + toX);
  });
  return pixels;
}

/** How often the line goes round a point, by the sum of angles: nothing in common with the code. */
function windings(points: readonly Point[], at: Point): number {
  let angle = 0;
  for (const [index, start] of points.entries()) {
    const end = points[(index + 1) % points.length] ?? start;
    const a = Math.atan2(start.y - at.y, start.x - at.x);
    const b = Math.atan2(end.y - at.y, end.x - at.x);
    let turn = b - a;
    if (turn > Math.PI) turn -= 2 * Math.PI;
    if (turn < -Math.PI) turn += 2 * Math.PI;
    angle += turn;
  }
  return Math.round(angle / (2 * Math.PI));
}

function distanceToLine(points: readonly Point[], at: Point): number {
  return Math.min(
    ...points.map((start, index) => {
      const end = points[(index + 1) % points.length] ?? start;
      const x = end.x - start.x;
      const y = end.y - start.y;
      const length = x * x + y * y;
      const along = length === 0 ? 0 : ((at.x - start.x) * x + (at.y - start.y) * y) / length;
      const t = Math.min(1, Math.max(0, along));
      return Math.hypot(at.x - start.x - t * x, at.y - start.y - t * y);
    }),
  );
}

const point = fc.record({
  x: fc.double({ min: -15, max: 55, noNaN: true }),
  y: fc.double({ min: -15, max: 45, noNaN: true }),
});

it('rasterising a polygon paints exactly the pixels whose centre it encloses, even when it crosses itself', () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 9 }), (points) => {
      const pixels = painted(points);
      for (let y = 0; y < photo.height; y++) {
        for (let x = 0; x < photo.width; x++) {
          const centre = { x: x + 0.5, y: y + 0.5 };
          if (distanceToLine(points, centre) < 1e-6) continue; // on the line: either is right
          const isInside = windings(points, centre) !== 0;
          if ((pixels[y * photo.width + x] === 1) !== isInside) {
            throw new Error(`Pixel ${x}, ${y} should be ${isInside ? 'in' : 'out'}side.`);
          }
        }
      }
    }),
    { numRuns: 150 },
  );
});
