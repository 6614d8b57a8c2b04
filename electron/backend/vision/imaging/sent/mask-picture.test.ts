import * as fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pixelSet, tilesOf } from '../../../../testing/masks.ts';
import { paintedBoxes, regions } from '../testing/small-masks.ts';
import {
  clipMask,
  encodeMaskPng,
  maskPixels,
  subtractMask,
  tilesOfPixels,
  uniteMask,
} from './mask-picture.ts';

/** Single pixels and small boxes. */
const boxes = paintedBoxes(12, 5);

function coordinates(pixels: ReadonlySet<string>): (readonly [number, number])[] {
  return [...pixels].map((pixel) => {
    const [x = 0, y = 0] = pixel.split(',').map(Number);
    return [x, y] as const;
  });
}

describe('masks, compared with sets of pixels', () => {
  it('contain in a region exactly the pixels painted there', () => {
    fc.assert(
      fc.property(boxes, regions, (rects, region) => {
        const tiles = tilesOf(...rects);
        const painted = pixelSet(tiles);
        const pixels = maskPixels(tiles, region);
        expect(pixels.length).toBe(region.width * region.height);
        const wrong = pixels.findIndex((value, index) => {
          const x = region.x + (index % region.width);
          const y = region.y + Math.floor(index / region.width);
          return value !== (painted.has(`${x},${y}`) ? 255 : 0);
        });
        expect(wrong).toBe(-1);
        const inside = coordinates(painted)
          .filter(
            ([x, y]) =>
              x >= region.x &&
              x < region.x + region.width &&
              y >= region.y &&
              y < region.y + region.height,
          )
          .map(([x, y]) => `${x},${y}`);
        expect(pixelSet(tilesOfPixels(pixels, region))).toEqual(new Set(inside));
      }),
      { numRuns: 150 },
    );
  });

  it('are added to and subtracted from each other pixel by pixel', () => {
    fc.assert(
      fc.property(boxes, boxes, (first, second) => {
        const [a, b] = [tilesOf(...first), tilesOf(...second)];
        const [inA, inB] = [pixelSet(a), pixelSet(b)];
        expect(pixelSet(uniteMask(a, b))).toEqual(new Set([...inA, ...inB]));
        const left = [...inA].filter((pixel) => !inB.has(pixel));
        expect(pixelSet(subtractMask(a, b))).toEqual(new Set(left));
        expect(pixelSet(subtractMask(uniteMask(a, b), b))).toEqual(new Set(left));
      }),
      { numRuns: 150 },
    );
  });

  it('are clipped to exactly the area inside the photo', () => {
    const sizes = fc.record({
      width: fc.integer({ min: 1, max: 620 }),
      height: fc.integer({ min: 1, max: 620 }),
    });
    fc.assert(
      fc.property(boxes, sizes, (rects, photo) => {
        const tiles = tilesOf(...rects);
        const inside = coordinates(pixelSet(tiles)).filter(
          ([x, y]) => x < photo.width && y < photo.height,
        );
        const clipped = clipMask(tiles, photo);
        expect(pixelSet(clipped)).toEqual(new Set(inside.map(([x, y]) => `${x},${y}`)));
        for (const { bits } of clipped) {
          if (bits !== undefined) expect(bits.some((byte) => byte !== 0)).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('the mask that is sent', () => {
  it('is an 8-bit grey PNG of only 0 and 255, exactly the size of the region', async () => {
    const region = { x: 250, y: 3, width: 37, height: 21 };
    const pixels = maskPixels(tilesOf({ x: 251, y: 5, width: 20, height: 9 }), region);
    const png = await encodeMaskPng(pixels, region.width, region.height);
    expect(png.readUInt8(24), 'bit depth').toBe(8);
    expect(png.readUInt8(25), 'colour type: grey').toBe(0);
    const { data, info } = await sharp(png)
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([37, 21, 1]);
    expect(new Uint8Array(data)).toEqual(pixels);
    expect(data.filter((value) => value === 255)).toHaveLength(180);
  });
});
