/** Masks for property tests, and their distances found the plain way. */
import * as fc from 'fast-check';
import type { MaskPicture } from '../mask-ring.ts';

/** Small ones with a few painted pixels. */
export const masks: fc.Arbitrary<MaskPicture> = fc
  .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 30 }) })
  .chain(({ width, height }) =>
    fc.array(fc.nat(width * height - 1), { maxLength: 12 }).map((painted) => {
      const pixels = new Uint8Array(width * height);
      for (const index of painted) pixels[index] = 255;
      return { pixels, width, height };
    }),
  );

/** Squared distance of each pixel to the nearest painted one, by looking at all of them; no painted pixel: infinite. */
export function squaredDistances({ pixels, width }: MaskPicture): readonly number[] {
  const painted = [...pixels.keys()].filter((index) => pixels[index] === 255);
  return [...pixels.keys()].map((index) =>
    painted.reduce((least, other) => {
      const dx = (index % width) - (other % width);
      const dy = Math.floor(index / width) - Math.floor(other / width);
      return Math.min(least, dx * dx + dy * dy);
    }, Infinity),
  );
}
