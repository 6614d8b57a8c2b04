import { expect, it } from 'vitest';
import { isPlaceKey, placeAfterKey } from './place-after-key.ts';

it('moves to all four sides in a grid, and stays in it', () => {
  // 0 1 2 / 3 4 5 / 6 7
  const to = (key: string, at?: number) => placeAfterKey(key, at, 8, 6, 3);
  expect([to('ArrowRight', 2), to('ArrowLeft', 3), to('ArrowDown', 1), to('ArrowUp', 4)]).toEqual([
    3, 2, 4, 1,
  ]);
  expect([to('ArrowDown', 5), to('ArrowDown', 6), to('ArrowUp', 1)]).toEqual([7, 6, 1]);
  expect([to('ArrowRight', 7), to('ArrowLeft', 0), to('ArrowDown'), to('ArrowRight')]).toEqual([
    7, 0, 0, 0,
  ]);
  expect(isPlaceKey('ArrowLeft', 3)).toBe(true);
  expect(isPlaceKey('ArrowLeft')).toBe(false);
});
