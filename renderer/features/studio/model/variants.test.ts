import { expect, test } from 'vitest';
import { patch } from '../testing/studio-fixture.ts';
import { neighbourVariant, variantsOf } from './variants.ts';

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

test('after the last variant comes the first', () => {
  const variants = [FIRST, GROWN];
  expect(neighbourVariant(variants, FIRST.id, 1)).toBe(GROWN);
  expect(neighbourVariant(variants, GROWN.id, 1)).toBe(FIRST);
  expect(neighbourVariant(variants, FIRST.id, -1)).toBe(GROWN);
  expect(neighbourVariant(variants, 'gone', 1)).toBeUndefined();
});
