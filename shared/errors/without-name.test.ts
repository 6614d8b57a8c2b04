import { expect, it } from 'vitest';
import { withoutName } from './without-name.ts';

it.each([
  ['“$&.png” is damaged or incomplete.', 'Damaged or incomplete.'],
  ['“$&.png” takes too long to read.', 'This file takes too long to read.'],
  ['Gesso can’t read “$&.png”. It opens JPEG.', 'Gesso can’t read this file. It opens JPEG.'],
  ['“other.png” is damaged.', '“other.png” is damaged.'],
])('drops the name from “%s”', (sentence, expected) => {
  expect(withoutName(sentence, '$&.png')).toBe(expected);
});
