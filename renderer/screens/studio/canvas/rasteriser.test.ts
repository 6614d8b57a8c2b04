import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import type { Point, Size } from '../../../../shared/geometry/rect.ts';
import { rasteriseSegment, rasteriseTaper, type TaperEnd } from './rasteriser.ts';

/** The rule itself, pixel by pixel; from the left end, as on the edge the order decides. */
function expectedPixels(start: Point, end: Point, diameter: number, photo: Size): Set<string> {
  const painted = new Set<string>();
  const isLeft = start.x < end.x || (start.x === end.x && start.y <= end.y);
  const [from, to] = isLeft ? [start, end] : [end, start];
  const edgeX = to.x - from.x;
  const edgeY = to.y - from.y;
  const lengthSquared = edgeX * edgeX + edgeY * edgeY;
  for (let y = 0; y < photo.height; y++) {
    for (let x = 0; x < photo.width; x++) {
      const px = x + 0.5 - from.x;
      const py = y + 0.5 - from.y;
      const t =
        lengthSquared === 0
          ? 0
          : Math.min(1, Math.max(0, (px * edgeX + py * edgeY) / lengthSquared));
      const distanceSquared = (px - t * edgeX) ** 2 + (py - t * edgeY) ** 2;
      if (distanceSquared <= (diameter / 2) ** 2) painted.add(`${x},${y}`);
    }
  }
  return painted;
}

function rasterised(from: Point, to: Point, diameter: number, photo: Size): Set<string> {
  const painted = new Set<string>();
  let lastRow = -1;
  rasteriseSegment(from, to, diameter, photo, (y, fromX, toX) => {
    expect(fromX).toBeLessThan(toX);
    if (diameter >= 2) expect(y).toBeGreaterThan(lastRow);
    lastRow = y;
    for (let x = fromX; x < toX; x++) painted.add(`${x},${y}`);
  });
  return painted;
}

const photo = { width: 48, height: 40 };
const coordinate = fc.oneof(
  fc.double({ min: -30, max: 80, noNaN: true }),
  fc.integer({ min: -30, max: 80 }),
  fc.integer({ min: -60, max: 160 }).map((half) => half / 2),
);
const point = fc.record({ x: coordinate, y: coordinate });

describe('rasterising a stroke segment', () => {
  it('paints exactly the pixels whose centre is within the radius of the segment', () => {
    fc.assert(
      fc.property(point, point, fc.double({ min: 2, max: 60, noNaN: true }), (from, to, size) => {
        expect(rasterised(from, to, size, photo)).toEqual(expectedPixels(from, to, size, photo));
      }),
      { numRuns: 1500 },
    );
  });

  it('paints a disc for a stroke of zero length', () => {
    fc.assert(
      fc.property(point, fc.integer({ min: 2, max: 40 }), (at, size) => {
        expect(rasterised(at, at, size, photo)).toEqual(expectedPixels(at, at, size, photo));
      }),
      { numRuns: 500 },
    );
  });

  it('paints a gapless chain, one pixel per step along the longer axis, with a 1 px brush', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 47 }),
        fc.integer({ min: 0, max: 39 }),
        fc.integer({ min: 0, max: 47 }),
        fc.integer({ min: 0, max: 39 }),
        (ax, ay, bx, by) => {
          const painted = rasterised({ x: ax, y: ay }, { x: bx, y: by }, 1, photo);
          expect(painted.size).toBe(Math.max(Math.abs(ax - bx), Math.abs(ay - by)) + 1);
          expect(painted.has(`${ax},${ay}`)).toBe(true);
          expect(painted.has(`${bx},${by}`)).toBe(true);
          for (const pixel of painted) {
            const [x = 0, y = 0] = pixel.split(',').map(Number);
            const neighbours = [...painted].filter((other) => {
              const [ox = 0, oy = 0] = other.split(',').map(Number);
              return other !== pixel && Math.abs(ox - x) <= 1 && Math.abs(oy - y) <= 1;
            });
            if (painted.size > 1) expect(neighbours.length).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});

const small = { width: 48, height: 32 };

function painted(from: TaperEnd, to: TaperEnd): Uint8Array {
  const pixels = new Uint8Array(small.width * small.height);
  rasteriseTaper(from, to, small, (y, fromX, toX) => {
    pixels.fill(1, y * small.width + fromX, y * small.width + toX);
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
        for (let y = 0; y < small.height; y++) {
          for (let x = 0; x < small.width; x++) {
            const off = beyond(from, to, x + 0.5, y + 0.5);
            if (Math.abs(off) < 0.05) continue; // too near to the edge to be sure by sampling
            if ((pixels[y * small.width + x] === 1) !== off < 0) {
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
