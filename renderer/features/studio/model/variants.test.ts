import { expect, test } from 'vitest';
import type { Patch } from '../../../../shared/contract/photos.ts';
import { patch } from '../testing/studio-fixture.ts';
import { neighbourVariant, shownVariant, variantsOf } from './variants.ts';

const HERE = { x: 100, y: 100, width: 60, height: 40 };
const FIRST = patch('a', 1, { rect: HERE });
const GROWN = patch('b', 3, { rect: { x: 96, y: 96, width: 68, height: 48 } });
const AWAY = patch('c', 2, { rect: { ...HERE, x: 400 } });
const TEXT = patch('d', 4, { rect: HERE, operation: 'remove-text' });

test('results of one operation at one place are variants, also with a grown mask', () => {
  const all = [GROWN, AWAY, TEXT, FIRST];
  expect(variantsOf(all, FIRST)).toEqual([FIRST, GROWN]);
  expect(variantsOf(all, AWAY)).toEqual([AWAY]);
  expect(variantsOf(all, TEXT)).toEqual([TEXT]);
});

test('where a variant was hidden, the shown one is in its place', () => {
  const hidden: Patch = { ...FIRST, state: 'hidden' };
  expect(shownVariant([FIRST, GROWN], FIRST.id)).toBe(FIRST);
  expect(shownVariant([hidden, GROWN], FIRST.id)).toBe(GROWN);
  expect(shownVariant([hidden, AWAY], FIRST.id)).toBeUndefined();
  expect(shownVariant([FIRST], undefined)).toBeUndefined();
});

test('after the last variant comes the first', () => {
  const variants = [FIRST, GROWN];
  expect(neighbourVariant(variants, FIRST.id, 1)).toBe(GROWN);
  expect(neighbourVariant(variants, GROWN.id, 1)).toBe(FIRST);
  expect(neighbourVariant(variants, FIRST.id, -1)).toBe(GROWN);
  expect(neighbourVariant(variants, 'gone', 1)).toBeUndefined();
});
