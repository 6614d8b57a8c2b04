import { expect, it } from 'vitest';
import { isPlaceKey, pageOf, placeAfterKey } from './place-after-key.ts';

it('goes by rows, by pages and to the ends, and never beyond them', () => {
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

it('knows its keys, and how far a page goes', () => {
  expect(['PageUp', 'Home', 'Enter'].map(isPlaceKey)).toEqual([true, true, false]);
  expect(pageOf({ clientHeight: 500 }, 48)).toBe(9);
  expect(pageOf({ clientHeight: 500 }, 48, 28)).toBe(8);
  expect(pageOf(null, 48)).toBe(1);
});
