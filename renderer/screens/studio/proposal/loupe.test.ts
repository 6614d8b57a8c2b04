import { expect, test } from 'vitest';
import { middleOf } from './loupe.ts';

test('the loupe is at the right, and moves away from the point that it enlarges', () => {
  const stage = { width: 1000, height: 700 };
  expect(middleOf({ x: 500, y: 400 }, stage, 90)).toEqual({ x: 910, y: 90 });
  expect(middleOf({ x: 900, y: 100 }, stage, 90)).toEqual({ x: 90, y: 90 });
});
