import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOX_HANDLES, type BoxLimits } from './box-edit.ts';
import { resizeWithRatio } from './box-ratio.ts';
import { containsRect, rectOfSize, type Rect } from './rect.ts';

const photo = { width: 1600, height: 1200 };
const nothing = { x: 0, y: 0, width: 0, height: 0 };
const limits: BoxLimits = { photo, required: nothing, minSide: 64, maxPixels: Infinity };

/** A square resized by its corner or edge. */
const resized = (
  box: Rect,
  handle: (typeof BOX_HANDLES)[number],
  x: number,
  y: number,
  changes: Partial<BoxLimits> = {},
) => resizeWithRatio(box, handle, { x, y }, { ...limits, ...changes }, 1);
const square = (x: number, y: number, side: number) => ({ x, y, width: side, height: side });

describe('a box of a fixed shape', () => {
  it('keeps the opposite corner, and follows the direction that moved farther', () => {
    const box = square(100, 100, 400);
    expect(resized(box, 'se', 50, 10).rect).toEqual(square(100, 100, 450));
    expect(resized(box, 'nw', 20, 60).rect).toEqual(square(160, 160, 340));
  });

  it('grows from its middle at an edge handle, and slides where the photo ends', () => {
    expect(resized(square(100, 400, 400), 'e', 100, 0).rect).toEqual(square(100, 350, 500));
    expect(resized(square(100, 0, 400), 'e', 100, 0).rect.y).toBe(0);
  });

  it('names what limits it', () => {
    const pulled = (x: number, y: number, changes?: Partial<BoxLimits>) =>
      resized(square(100, 100, 400), 'se', x, y, changes);
    const at = (side: number, stop: string) => ({ rect: square(100, 100, side), stop });
    expect(pulled(5000, 5000)).toEqual(at(1100, 'photo'));
    expect(pulled(-5000, 0)).toEqual(at(64, 'smallest'));
    expect(pulled(5000, 5000, { maxPixels: 250_000 })).toEqual(at(500, 'largest'));
    const required = { x: 150, y: 150, width: 200, height: 90 };
    expect(pulled(-5000, 0, { required })).toEqual(at(250, 'required'));
  });

  it('stays inside the photo and keeps its shape to the pixel, for any edit', () => {
    const way = fc.integer({ min: -3000, max: 3000 });
    fc.assert(
      fc.property(
        fc.constantFrom(1, 9 / 16, 16 / 9, 1024 / 576, 4 / 3),
        fc.record({
          x: fc.integer({ min: 0, max: 800 }),
          y: fc.integer({ min: 0, max: 600 }),
          width: fc.integer({ min: 120, max: 800 }),
          height: fc.integer({ min: 120, max: 600 }),
        }),
        fc.constantFrom(...BOX_HANDLES),
        way,
        way,
        (ratio, within, handle, x, y) => {
          const width = Math.min(within.width, Math.round(within.height * ratio));
          const height = Math.min(within.height, Math.round(width / ratio));
          const before = { ...within, width, height };
          const { rect } = resizeWithRatio(before, handle, { x, y }, limits, ratio);
          expect(containsRect(rectOfSize(photo), rect)).toBe(true);
          expect(Number.isInteger(rect.x) && Number.isInteger(rect.y)).toBe(true);
          const off = Math.min(
            Math.abs(rect.height - rect.width / ratio),
            Math.abs(rect.width - rect.height * ratio),
          );
          expect(off).toBeLessThanOrEqual(1);
          if (handle.includes('e')) expect(rect.x).toBe(before.x);
          if (handle.includes('n')) expect(rect.y + rect.height).toBe(before.y + before.height);
        },
      ),
    );
  });
});
