/** The camera stays inside its picture, and frames have the sizes of the specification. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cameraPath } from './camera.ts';
import { gifSize, workingSize } from './working-size.ts';

const PATH = fc.record({
  motion: fc.integer({ min: 1, max: 255 }),
  condAug: fc.double({ min: 0, max: 1, noNaN: true }),
  seed: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
});

describe('the path of the camera', () => {
  it('begins with the whole picture and never leaves it', () => {
    fc.assert(
      fc.property(PATH, fc.double({ min: 0, max: 1, noNaN: true }), (given, moment) => {
        const windowAt = cameraPath(given.motion, given.condAug, given.seed);
        expect(windowAt(0)).toEqual({ x: 0.5, y: 0.5, zoom: 1 });
        const { x, y, zoom } = windowAt(moment);
        expect(zoom).toBeGreaterThanOrEqual(1);
        for (const centre of [x, y]) {
          expect(centre - 0.5 / zoom).toBeGreaterThanOrEqual(-1e-9);
          expect(centre + 0.5 / zoom).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
  });

  it('goes farther with a higher motion and a higher cond_aug, and to a side that the seed chooses', () => {
    fc.assert(
      fc.property(PATH, (given) => {
        const end = cameraPath(given.motion, given.condAug, given.seed)(1);
        const livelier = cameraPath(Math.min(255, given.motion + 20), given.condAug, given.seed)(1);
        expect(livelier.zoom).toBeGreaterThanOrEqual(end.zoom);
        const noisier = cameraPath(given.motion, 1, given.seed)(1);
        expect(noisier.zoom).toBeGreaterThanOrEqual(end.zoom);
      }),
    );
    const ends = Array.from({ length: 20 }, (_none, seed) => cameraPath(127, 0.02, seed)(1).x);
    expect(new Set(ends).size).toBe(20);
  });
});

describe('the working resolution', () => {
  const picture = fc.record({
    width: fc.integer({ min: 1, max: 2048 }),
    height: fc.integer({ min: 1, max: 2048 }),
  });

  it('is within 576 x 1024 in either orientation, even, and in proportion', () => {
    fc.assert(
      fc.property(picture, (size) => {
        const frame = workingSize(size, 'ORIGINAL_RESOLUTION');
        const [short, long] = [frame.width, frame.height].sort((a, b) => a - b);
        expect(short).toBeLessThanOrEqual(576);
        expect(long).toBeLessThanOrEqual(1024);
        expect((frame.width % 2) + (frame.height % 2)).toBe(0);
        if (Math.min(size.width, size.height) < 64) return;
        const ratio = frame.width / frame.height / (size.width / size.height);
        expect(ratio).toBeGreaterThan(0.85);
        expect(ratio).toBeLessThan(1.18);
      }),
    );
  });

  it('keeps what fits, and is exactly 1024 x 576 or 576 x 1024 when cropped', () => {
    expect(workingSize({ width: 1000, height: 500 }, 'ORIGINAL_RESOLUTION')).toEqual({
      width: 1000,
      height: 500,
    });
    expect(workingSize({ width: 90, height: 91 }, 'CROP_TO_ASPECT_RATIO')).toEqual({
      width: 576,
      height: 1024,
    });
    expect(workingSize({ width: 2048, height: 2048 }, 'CROP_TO_ASPECT_RATIO')).toEqual({
      width: 1024,
      height: 576,
    });
    expect(gifSize({ width: 1024, height: 576 })).toEqual({ width: 512, height: 288 });
  });
});
