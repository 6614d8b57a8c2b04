import { expect, it } from 'vitest';
import { findAll, nextMatch } from './find.ts';

it('finds text in any case, with its signs taken literally', () => {
  expect(findAll('Blue, blue. B.lue', 'BLUE')).toEqual([
    { from: 0, to: 4 },
    { from: 6, to: 10 },
  ]);
  expect(findAll('a.b axb', 'a.b')).toEqual([{ from: 0, to: 3 }]);
  expect(findAll('🎨 paint 🎨', '🎨')).toEqual([
    { from: 0, to: 2 },
    { from: 9, to: 11 },
  ]);
  expect(findAll('abc', '')).toEqual([]);
});

it('wraps around at the end', () => {
  const matches = [
    { from: 2, to: 4 },
    { from: 8, to: 10 },
  ];
  expect(nextMatch(matches, { from: 0, to: 0 }, 1)).toBe(0);
  expect(nextMatch(matches, { from: 2, to: 4 }, 1)).toBe(1);
  expect(nextMatch(matches, { from: 8, to: 10 }, 1)).toBe(0);
  expect(nextMatch(matches, { from: 2, to: 4 }, -1)).toBe(1);
  expect(nextMatch([], { from: 0, to: 0 }, 1)).toBe(-1);
});
