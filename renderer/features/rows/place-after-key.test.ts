import { expect, it } from 'vitest';
import { isPlaceKey, pageOf, placeAfterKey } from './place-after-key.ts';

it('moves by rows, by pages and to the ends, and never beyond them', () => {
  const to = (key: string, at?: number) => placeAfterKey(key, at, 100, 10);
  expect([to('ArrowDown', 5), to('ArrowUp', 5), to('PageDown', 5), to('PageUp', 50)]).toEqual([
    6, 4, 15, 40,
  ]);
  expect([to('Home', 50), to('End', 50), to('PageUp', 3), to('PageDown', 95)]).toEqual([
    0, 99, 0, 99,
  ]);
  expect([to('ArrowDown'), to('ArrowUp'), to('PageDown')]).toEqual([0, 0, 9]);
  expect(to('a', 5)).toBeUndefined();
  expect(to('constructor', 5)).toBeUndefined();
  expect(placeAfterKey('End', undefined, 0, 10)).toBeUndefined();
});

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

it('recognises its keys, and the length of a page', () => {
  expect(['PageUp', 'Home', 'Enter'].map((key) => isPlaceKey(key))).toEqual([true, true, false]);
  expect(pageOf({ clientHeight: 500 }, 48)).toBe(9);
  expect(pageOf({ clientHeight: 500 }, 48, 28)).toBe(8);
  expect(pageOf(null, 48)).toBe(1);
});
