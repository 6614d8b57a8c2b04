import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { masks, squaredDistances } from '../testing/small-masks.ts';
import { bandAround, featherAlpha } from './mask-ring.ts';

describe('the ring around a mask, compared with a brute-force search', () => {
  const reach = fc.integer({ min: 1, max: 64 });

  it('fades from opaque on the painted pixels to nothing right outside of it', () => {
    fc.assert(
      fc.property(masks, reach, (mask, ring) => {
        const alpha = featherAlpha(mask, ring);
        const distances = squaredDistances(mask);
        const byDistance = [...alpha.keys()].sort(
          (a, b) => (distances[a] ?? 0) - (distances[b] ?? 0),
        );
        let last = 255;
        for (const index of byDistance) {
          const squared = distances[index] ?? 0;
          const value = alpha[index] ?? 0;
          if (squared === 0) expect(value).toBe(255);
          else if (squared > ring * ring) expect(value).toBe(0);
          else expect(value).toBeGreaterThan(0);
          expect(value).toBeLessThanOrEqual(last);
          last = value;
        }
      }),
      { numRuns: 150 },
    );
  });

  it('has a band outside of it', () => {
    fc.assert(
      fc.property(masks, reach, (mask, from) => {
        const to = from + 5;
        const wanted = squaredDistances(mask).map((squared) =>
          squared > from * from && squared <= to * to ? 1 : 0,
        );
        expect([...bandAround(mask, from, to)]).toEqual(wanted);
      }),
      { numRuns: 80 },
    );
  });

  it('is empty at a width of 0', () => {
    const mask = { pixels: Uint8Array.of(0, 255, 0), width: 3, height: 1 };
    expect([...featherAlpha(mask, 0)]).toEqual([0, 255, 0]);
  });

  it('falls off without a visible step', () => {
    const pixels = new Uint8Array(60);
    pixels[0] = 255;
    const alpha = featherAlpha({ pixels, width: 60, height: 1 }, 32);
    for (let x = 1; x < 60; x++) {
      expect((alpha[x - 1] ?? 0) - (alpha[x] ?? 0)).toBeLessThanOrEqual(13);
    }
  });
});
