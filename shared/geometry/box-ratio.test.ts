import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOX_HANDLES, type BoxLimits } from './box-edit.ts';
import { resizeWithRatio } from './box-ratio.ts';
import { containsRect, rectOfSize } from './rect.ts';

const photo = { width: 1600, height: 1200 };
const nothing = { x: 0, y: 0, width: 0, height: 0 };
const limits: BoxLimits = { photo, required: nothing, minSide: 64, maxPixels: Infinity };

describe('a box of a fixed shape', () => {
  it('keeps the opposite corner, and follows the direction that moved farther', () => {
    const box = { x: 100, y: 100, width: 400, height: 400 };
    expect(resizeWithRatio(box, 'se', { x: 50, y: 10 }, limits, 1).rect).toEqual({
      ...box,
      width: 450,
      height: 450,
    });
    expect(resizeWithRatio(box, 'nw', { x: 20, y: 60 }, limits, 1).rect).toEqual({
      x: 160,
      y: 160,
      width: 340,
      height: 340,
    });
  });

  it('grows from its middle at an edge handle, and slides where the photo ends', () => {
    const box = { x: 100, y: 400, width: 400, height: 400 };
    expect(resizeWithRatio(box, 'e', { x: 100, y: 0 }, limits, 1).rect).toEqual({
      x: 100,
      y: 350,
      width: 500,
      height: 500,
    });
    const atTop = { ...box, y: 0 };
    expect(resizeWithRatio(atTop, 'e', { x: 100, y: 0 }, limits, 1).rect.y).toBe(0);
  });

  it('names what limits it', () => {
    const box = { x: 100, y: 100, width: 400, height: 400 };
    const far = { x: 5000, y: 5000 };
    expect(resizeWithRatio(box, 'se', far, limits, 1)).toEqual({
      rect: { ...box, width: 1100, height: 1100 },
      stop: 'photo',
    });
    expect(resizeWithRatio(box, 'se', { x: -5000, y: 0 }, limits, 1)).toEqual({
      rect: { ...box, width: 64, height: 64 },
      stop: 'smallest',
    });
    const few = { ...limits, maxPixels: 250_000 };
    expect(resizeWithRatio(box, 'se', far, few, 1)).toEqual({
      rect: { ...box, width: 500, height: 500 },
      stop: 'largest',
    });
    const holding = { ...limits, required: { x: 150, y: 150, width: 200, height: 90 } };
    expect(resizeWithRatio(box, 'se', { x: -5000, y: 0 }, holding, 1)).toEqual({
      rect: { ...box, width: 250, height: 250 },
      stop: 'required',
    });
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
