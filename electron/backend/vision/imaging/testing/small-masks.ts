/** Masks for property tests, and their distances found the plain way. */
import * as fc from 'fast-check';
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import type { GreyMask } from '../sent/mask-ring.ts';

export const masks: fc.Arbitrary<GreyMask> = fc
  .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 30 }) })
  .chain(({ width, height }) =>
    fc.array(fc.nat(width * height - 1), { maxLength: 12 }).map((painted) => {
      const pixels = new Uint8Array(width * height);
      for (const index of painted) pixels[index] = 255;
      return { pixels, width, height };
    }),
  );

/** Squared distance of each pixel to the nearest painted one, by looking at all of them; no painted pixel: infinite. */
export function squaredDistances({ pixels, width }: GreyMask): readonly number[] {
  const painted = [...pixels.keys()].filter((index) => pixels[index] === 255);
  return [...pixels.keys()].map((index) =>
    painted.reduce((least, other) => {
      const dx = (index % width) - (other % width);
      const dy = Math.floor(index / width) - Math.floor(other / width);
      return Math.min(least, dx * dx + dy * dy);
    }, Infinity),
  );
}

/** Coordinates, many of them at the edges of tiles and bytes. */
const edge = fc.oneof(fc.nat(600), fc.constantFrom(0, 7, 8, 255, 256, 257, 511, 512));

/** Boxes to paint. @param side most pixels along a side @param most number of boxes */
export function paintedBoxes(side: number, most: number): fc.Arbitrary<Rect[]> {
  const box = fc.record({ x: edge, y: edge, width: fc.nat(side), height: fc.nat(side) });
  return fc.array(box, { maxLength: most });
}

export const regions: fc.Arbitrary<Rect> = fc.record({
  x: edge,
  y: edge,
  width: fc.integer({ min: 1, max: 300 }),
  height: fc.integer({ min: 1, max: 40 }),
});
