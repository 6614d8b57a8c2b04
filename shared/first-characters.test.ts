import { expect, it } from 'vitest';
import { firstCharacters } from './first-characters.ts';

it('cuts a text before an emoji that does not fit', () => {
  expect(firstCharacters('abc', 2)).toBe('ab');
  expect(firstCharacters('ab🌊', 3)).toBe('ab');
  expect(firstCharacters('ab🌊', 4)).toBe('ab🌊');
  expect(firstCharacters('ab', 0)).toBe('');
});
