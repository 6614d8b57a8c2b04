import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Size } from '../geometry/rect.ts';

import { growMask, shrinkMask } from './mask-distance.ts';
import { maskHoles } from './mask-holes.ts';
import { createMaskReader, createMaskWriter } from './mask-rows.ts';
import { scaleMask } from './mask-scale.ts';
import type { PackedMaskTile } from './mask-tiles.ts';

/** Across the borders of tiles, so that none is special. */
const photo: Size = { width: 300, height: 290 };
/** The place of masks in tests: around the corner of four tiles. */
const corner = { x: 236, y: 236, width: 44, height: 40 };

function tilesOf(pixels: ReadonlySet<string>): readonly PackedMaskTile[] {
  const writer = createMaskWriter();
  for (const pixel of pixels) {
    const [x = 0, y = 0] = pixel.split(',').map(Number);
    writer.span(y, x, x + 1);
  }
  return writer.tiles();
}

function pixelsOf(tiles: readonly PackedMaskTile[], size = photo): ReadonlySet<string> {
  const reader = createMaskReader(tiles);
  const row = new Uint8Array(size.width);
  const pixels = new Set<string>();
  for (let y = 0; y < size.height; y++) {
    reader.read(y, 0, row);
    for (const [x, value] of row.entries()) if (value === 1) pixels.add(`${x},${y}`);
  }
  return pixels;
}

const mask = fc
  .array(
    fc.record({
      x: fc.integer({ min: 0, max: corner.width - 1 }),
      y: fc.integer({ min: 0, max: corner.height - 1 }),
      width: fc.integer({ min: 1, max: 20 }),
      height: fc.integer({ min: 1, max: 20 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((boxes) => {
    const pixels = new Set<string>();
    for (const box of boxes) {
      for (let y = box.y; y < Math.min(corner.height, box.y + box.height); y++) {
        for (let x = box.x; x < Math.min(corner.width, box.x + box.width); x++) {
          pixels.add(`${corner.x + x},${corner.y + y}`);
        }
      }
    }
    return pixels;
  });

/** True when a pixel within the distance is painted (or is not); checks one by one. */
function isNear(
  pixels: ReadonlySet<string>,
  x: number,
  y: number,
  distance: number,
  painted: boolean,
): boolean {
  for (let down = -distance; down <= distance; down++) {
    for (let across = -distance; across <= distance; across++) {
      if (across * across + down * down > distance * distance) continue;
      const [px, py] = [x + across, y + down];
      if (px < 0 || py < 0 || px >= photo.width || py >= photo.height) continue;
      if (pixels.has(`${px},${py}`) === painted) return true;
    }
  }
  return false;
}

describe('an edited mask', () => {
  it('grows by exactly the distance, and not beyond the photo', () => {
    fc.assert(
      fc.property(mask, fc.integer({ min: 1, max: 9 }), (pixels, distance) => {
        const grown = pixelsOf(growMask(tilesOf(pixels), distance, photo));
        for (let y = corner.y - 12; y < photo.height; y++) {
          for (let x = corner.x - 12; x < photo.width; x++) {
            const expected = isNear(pixels, x, y, distance, true);
            if (grown.has(`${x},${y}`) !== expected) throw new Error(`Pixel ${x}, ${y}.`);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it('shrinks by exactly the distance, but not at the border of the photo', () => {
    fc.assert(
      fc.property(mask, fc.integer({ min: 1, max: 9 }), (pixels, distance) => {
        const lost = pixelsOf(shrinkMask(tilesOf(pixels), distance, photo));
        for (const pixel of pixels) {
          const [x = 0, y = 0] = pixel.split(',').map(Number);
          const expected = isNear(pixels, x, y, distance, false);
          if (lost.has(pixel) !== expected) throw new Error(`Pixel ${pixel}.`);
        }
      }),
      { numRuns: 25 },
    );
    const everything = createMaskWriter();
    for (let y = 0; y < photo.height; y++) everything.span(y, 0, photo.width);
    expect(shrinkMask(everything.tiles(), 20, photo)).toEqual([]);
  });

  it('grows and shrinks across several bands of rows like in one', () => {
    const tall: Size = { width: 9, height: 900 };
    const writer = createMaskWriter();
    for (let y = 40; y < 860; y++) writer.span(y, 4, 5);
    const grown = pixelsOf(growMask(writer.tiles(), 3, tall), tall);
    for (let y = 40; y < 860; y++) {
      for (let x = 0; x < 9; x++) expect(grown.has(`${x},${y}`)).toBe(Math.abs(x - 4) <= 3);
    }
    expect(growMask([], 5, tall)).toEqual([]);
    expect(shrinkMask([], 5, tall)).toEqual([]);
  });

  it('has its holes filled and nothing else', () => {
    fc.assert(
      fc.property(mask, (pixels) => {
        const holes = pixelsOf(maskHoles(tilesOf(pixels)));
        // From outside everything is reached but the mask and its holes.
        const reached = new Set<string>();
        const waiting = [[corner.x - 1, corner.y - 1]];
        while (waiting.length > 0) {
          const [x = 0, y = 0] = waiting.pop() ?? [];
          const key = `${x},${y}`;
          const isInside =
            x >= corner.x - 1 &&
            y >= corner.y - 1 &&
            x <= corner.x + corner.width &&
            y <= corner.y + corner.height;
          if (!isInside || pixels.has(key) || reached.has(key)) continue;
          reached.add(key);
          waiting.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]);
        }
        for (let y = corner.y; y < corner.y + corner.height; y++) {
          for (let x = corner.x; x < corner.x + corner.width; x++) {
            const key = `${x},${y}`;
            const isHole = !pixels.has(key) && !reached.has(key);
            if (holes.has(key) !== isHole) throw new Error(`Pixel ${key}.`);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('counts pixels that touch only at corners as closed', () => {
    const ring = new Set(['50,49', '51,50', '50,51', '49,50']);
    expect(pixelsOf(maskHoles(tilesOf(ring)))).toEqual(new Set(['50,50']));
  });

  it('is scaled to a photo of another size, with the same share painted', () => {
    const half: Size = { width: 150, height: 145 };
    const writer = createMaskWriter();
    for (let y = 10; y < 20; y++) writer.span(y, 100, 130);
    const larger = pixelsOf(scaleMask(writer.tiles(), half, photo));
    expect(larger.size).toBe(4 * 300);
    expect(larger.has('200,20') && larger.has('259,39')).toBe(true);
    expect(larger.has('199,20') || larger.has('260,39')).toBe(false);
  });

  it('is written and read row by row unchanged', () => {
    fc.assert(
      fc.property(mask, (pixels) => {
        const tiles = tilesOf(pixels);
        expect(pixelsOf(tiles)).toEqual(pixels);
        const { bounds } = createMaskReader(tiles);
        const at = [...pixels].map((pixel) => pixel.split(',').map(Number));
        const xs = at.map(([x = 0]) => x);
        const ys = at.map(([, y = 0]) => y);
        expect(bounds.x).toBe(Math.min(...xs));
        expect(bounds.y).toBe(Math.min(...ys));
        expect(bounds.x + bounds.width - 1).toBe(Math.max(...xs));
        expect(bounds.y + bounds.height - 1).toBe(Math.max(...ys));
      }),
      { numRuns: 25 },
    );
  });
});
