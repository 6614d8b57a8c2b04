import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameSize } from './call.ts';
import { cameraPath } from './clip.ts';

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
});

describe('the size of the frames', () => {
  const ORIGINAL = { resizeMode: 'ORIGINAL_RESOLUTION', type: 'mp4' } as const;
  const CROPPED = { resizeMode: 'CROP_TO_ASPECT_RATIO', type: 'mp4' } as const;

  it('is within 576 x 1024 in either orientation, even, and in proportion', () => {
    const side = fc.integer({ min: 1, max: 2048 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const frame = frameSize({ width, height }, ORIGINAL);
        const [short, long] = [frame.width, frame.height].sort((a, b) => a - b);
        expect(short).toBeLessThanOrEqual(576);
        expect(long).toBeLessThanOrEqual(1024);
        expect((frame.width % 2) + (frame.height % 2)).toBe(0);
        if (Math.min(width, height) < 64) return;
        expect(Math.abs(Math.log(frame.width / frame.height / (width / height)))).toBeLessThan(
          0.17,
        );
      }),
    );
  });

  it.each([
    [{ width: 1000, height: 500 }, ORIGINAL, { width: 1000, height: 500 }],
    [{ width: 90, height: 91 }, CROPPED, { width: 576, height: 1024 }],
    [{ width: 2048, height: 2048 }, CROPPED, { width: 1024, height: 576 }],
    [
      { width: 2048, height: 1152 },
      { ...ORIGINAL, type: 'gif' },
      { width: 512, height: 288 },
    ],
  ] as const)('of %j by %j is %j', (picture, parameters, frame) => {
    expect(frameSize(picture, parameters)).toEqual(frame);
  });
});
