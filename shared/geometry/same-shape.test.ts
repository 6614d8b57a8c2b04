import { expect, it } from 'vitest';
import { hasSameShape } from './rect.ts';

it('the same shape includes a picture enlarged and cut to whole blocks of 8 pixels', () => {
  expect(hasSameShape({ width: 1001, height: 667 }, { width: 2000, height: 1328 })).toBe(true);
});

it('the same shape excludes a rotated picture, and one cropped to another ratio', () => {
  expect(hasSameShape({ width: 1001, height: 667 }, { width: 667, height: 1001 })).toBe(false);
  expect(hasSameShape({ width: 1600, height: 900 }, { width: 1600, height: 920 })).toBe(false);
});
