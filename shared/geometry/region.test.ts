import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsRect, rectArea, rectOfSize, type Rect, type Size } from './rect.ts';
import { planRegion, REGION } from './regions.ts';

/** A photo and a painted box inside it. */
const painting: fc.Arbitrary<{ photo: Size; painted: Rect }> = fc
  .record({
    width: fc.integer({ min: 1, max: 32_767 }),
    height: fc.integer({ min: 1, max: 32_767 }),
  })
  .chain((photo) =>
    fc
      .tuple(
        fc.nat(photo.width - 1),
        fc.nat(photo.height - 1),
        fc.nat(photo.width - 1),
        fc.nat(photo.height - 1),
      )
      .map(([x, y, width, height]) => ({
        photo,
        painted: {
          x,
          y,
          width: Math.min(width + 1, photo.width - x),
          height: Math.min(height + 1, photo.height - y),
        },
      })),
  );

const fitting = painting.filter(({ painted }) => rectArea(painted) <= REGION.maxPixels);

describe('the region that is sent for a painted area', () => {
  it('contains everything painted, is inside the photo and never exceeds the limit', () => {
    fc.assert(
      fc.property(fitting, ({ photo, painted }) => {
        const region = planRegion(painted, photo);
        expect(containsRect(region, painted)).toBe(true);
        expect(containsRect(rectOfSize(photo), region)).toBe(true);
        expect(rectArea(region)).toBeLessThanOrEqual(16_000_000);
        for (const side of Object.values(region)) expect(Number.isInteger(side)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('is shifted inside at a border instead of being cut off', () => {
    const photo = { width: 4000, height: 3000 };
    const middle = planRegion({ x: 2000, y: 1500, width: 300, height: 200 }, photo);
    const [right, bottom] = [photo.width - middle.width, photo.height - middle.height];
    for (const x of [0, 3700]) {
      for (const y of [0, 2800]) {
        const at = { x: x === 0 ? 0 : right, y: y === 0 ? 0 : bottom };
        expect(planRegion({ x, y, width: 300, height: 200 }, photo)).toEqual({ ...middle, ...at });
      }
    }
  });

  it('has a margin of half the painted box, at least 96 pixels and 512 a side', () => {
    const photo = { width: 6000, height: 4000 };
    const small = planRegion({ x: 3000, y: 2000, width: 10, height: 10 }, photo);
    expect([small.width, small.height]).toEqual([512, 512]);
    const large = planRegion({ x: 2000, y: 1000, width: 800, height: 400 }, photo);
    expect(large).toEqual({ x: 1600, y: 600, width: 1600, height: 1200 });
  });

  it('is the whole photo when the photo is small', () => {
    const photo = { width: 300, height: 200 };
    const region = planRegion({ x: 299, y: 199, width: 1, height: 1 }, photo);
    expect(region).toEqual(rectOfSize(photo));
  });

  it('reduces its margin before it exceeds the limit, but not more than needed', () => {
    const photo = { width: 20_000, height: 20_000 };
    const painted = { x: 8000, y: 8000, width: 3900, height: 3900 };
    const region = planRegion(painted, photo);
    expect(rectArea(region)).toBeLessThanOrEqual(REGION.maxPixels);
    expect(rectArea(region)).toBeGreaterThan(15_980_000);
  });

  it('refuses an empty area or one too large for one call, with a message', () => {
    const photo = { width: 9000, height: 9000 };
    const plan = (painted: Rect) => () => planRegion(painted, photo);
    expect(plan({ x: 5, y: 5, width: 0, height: 9 })).toThrow(
      expect.objectContaining({ kind: 'empty-mask' }),
    );
    const message = expect.stringContaining('16.0 megapixels') as string;
    expect(plan({ x: 0, y: 0, width: 4001, height: 4000 })).toThrow(
      expect.objectContaining({ kind: 'too-large', message }),
    );
    expect(plan({ x: 0, y: 0, width: 4000, height: 4000 })).not.toThrow();
  });
});
