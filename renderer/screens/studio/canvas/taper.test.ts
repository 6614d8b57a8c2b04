import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rasteriseTaper, type TaperEnd } from './taper.ts';

const photo = { width: 48, height: 32 };

function painted(from: TaperEnd, to: TaperEnd): Uint8Array {
  const pixels = new Uint8Array(photo.width * photo.height);
  rasteriseTaper(from, to, photo, (y, fromX, toX) => {
    pixels.fill(1, y * photo.width + fromX, y * photo.width + toX);
  });
  return pixels;
}

/** Distance of a point beyond the hull of the discs: the least over many discs between the two. */
function beyond(from: TaperEnd, to: TaperEnd, x: number, y: number): number {
  let least = Infinity;
  for (let step = 0; step <= 200; step++) {
    const t = step / 200;
    const centreX = from.at.x + (to.at.x - from.at.x) * t;
    const centreY = from.at.y + (to.at.y - from.at.y) * t;
    const radius = (from.diameter + (to.diameter - from.diameter) * t) / 2;
    least = Math.min(least, Math.hypot(x - centreX, y - centreY) - radius);
  }
  return least;
}

const end = fc.record({
  at: fc.record({
    x: fc.double({ min: -10, max: 55, noNaN: true }),
    y: fc.double({ min: -10, max: 40, noNaN: true }),
  }),
  diameter: fc.double({ min: 2, max: 30, noNaN: true }),
});

describe('a stroke segment of changing width', () => {
  it('covers the pixels whose centre is in the hull of its two discs', () => {
    fc.assert(
      fc.property(end, end, (from, to) => {
        const pixels = painted(from, to);
        for (let y = 0; y < photo.height; y++) {
          for (let x = 0; x < photo.width; x++) {
            const off = beyond(from, to, x + 0.5, y + 0.5);
            if (Math.abs(off) < 0.05) continue; // too near to the edge to be sure by sampling
            if ((pixels[y * photo.width + x] === 1) !== off < 0) {
              throw new Error(`Pixel ${x}, ${y} lies ${off} beyond the edge.`);
            }
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it('leaves no gap at a thin end', () => {
    const pixels = painted(
      { at: { x: 5.2, y: 5.7 }, diameter: 0.4 },
      { at: { x: 45.3, y: 30.1 }, diameter: 6 },
    );
    const columns = Array.from({ length: 41 }, (_, index) => index + 5);
    for (const x of columns) {
      expect(Array.from({ length: 32 }, (_, y) => pixels[y * 48 + x]).includes(1)).toBe(true);
    }
  });
});
