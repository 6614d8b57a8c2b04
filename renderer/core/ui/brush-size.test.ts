import { expect, it } from 'vitest';
import * as fc from 'fast-check';
import { BRUSH_SIZE, stepSize } from './brush-size.ts';

it('the brush size changes in small steps when small and in large steps when large', () => {
  expect([1, 9, 10, 23, 50, 300].map((size) => stepSize(size, 1))).toEqual([
    2, 10, 15, 25, 60, 400,
  ]);
  expect([2, 10, 15, 23, 50, 400].map((size) => stepSize(size, -1))).toEqual([
    1, 9, 10, 20, 45, 300,
  ]);
});

it('the brush size always changes until a limit is reached, and stays whole', () => {
  fc.assert(
    fc.property(fc.integer({ min: BRUSH_SIZE.min, max: BRUSH_SIZE.max }), (size) => {
      const larger = stepSize(size, 1);
      const smaller = stepSize(size, -1);
      expect(larger > size || size === BRUSH_SIZE.max).toBe(true);
      expect(smaller < size || size === BRUSH_SIZE.min).toBe(true);
      expect(Number.isInteger(larger) && Number.isInteger(smaller)).toBe(true);
    }),
  );
});
