import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { chooseLevels, levelCount, levelSize } from './levels.ts';

describe('levels of detail', () => {
  it('halve until the longer side is small', () => {
    expect(levelCount({ width: 6000, height: 4000 })).toBe(8);
    expect(levelCount({ width: 60, height: 50 })).toBe(1);
    expect(levelSize({ width: 6001, height: 3 }, 2)).toEqual({ width: 1501, height: 1 });
  });

  it('draw the picture itself from 100 % on', () => {
    for (const zoom of [1, 1.7, 2, 32]) {
      expect(chooseLevels(zoom, 5)).toEqual({ fine: 0, coarse: 0, blend: 0 });
    }
  });

  it('never draw a level at less than half its size without blending', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.07, max: 1, noNaN: true }), (zoom) => {
        const { fine, coarse, blend } = chooseLevels(zoom, 6);
        expect(zoom * 2 ** fine).toBeGreaterThan(0.5);
        expect(coarse - fine).toBe(blend > 0 ? 1 : 0);
        expect(blend).toBeGreaterThanOrEqual(0);
        expect(blend).toBeLessThan(1);
      }),
    );
  });

  it('draw only the nearest level when asked to', () => {
    expect(chooseLevels(0.6, 5, true)).toEqual({ fine: 1, coarse: 1, blend: 0 });
    expect(chooseLevels(0.8, 5, true)).toEqual({ fine: 0, coarse: 0, blend: 0 });
  });

  it('stop at the smallest level', () => {
    expect(chooseLevels(0.001, 3)).toEqual({ fine: 2, coarse: 2, blend: 0 });
  });
});
