import { expect, test } from 'vitest';
import type { Patch } from '../../../../shared/contract/photos.ts';
import { patch } from '../testing/studio-fixture.ts';
import { changedByAll, neighbourVariant, shownVariant, variantsOf } from './variants.ts';

const FIRST = patch('a', 1);
const HIDDEN: Patch = { ...FIRST, state: 'hidden' };
const SECOND = patch('b', 3);
const AWAY = patch('c', 2, { rect: { ...FIRST.rect, x: 400 } });

test('the variants of a result are all hidden ones in its slot, and itself', () => {
  expect(variantsOf([HIDDEN, AWAY, SECOND], SECOND)).toEqual([HIDDEN, SECOND]);
  expect(variantsOf([FIRST, AWAY, SECOND], SECOND)).toEqual([SECOND]);
  expect(variantsOf([HIDDEN, AWAY, SECOND], AWAY)).toEqual([AWAY]);
});

test('finds the shown variant in the slot of a hidden one', () => {
  expect(shownVariant([FIRST, SECOND], FIRST.id)).toBe(FIRST);
  expect(shownVariant([HIDDEN, SECOND], FIRST.id)).toBe(SECOND);
  expect(shownVariant([HIDDEN, AWAY], FIRST.id)).toBeUndefined();
  expect(shownVariant([FIRST], undefined)).toBeUndefined();
});

test('wraps to the first after the last variant', () => {
  const variants = [FIRST, SECOND];
  expect(neighbourVariant(variants, FIRST.id, 1)).toBe(SECOND);
  expect(neighbourVariant(variants, SECOND.id, 1)).toBe(FIRST);
  expect(neighbourVariant(variants, FIRST.id, -1)).toBe(SECOND);
  expect(neighbourVariant(variants, 'gone', 1)).toBeUndefined();
});

test('hides everything but one variant of each slot', () => {
  const hidden: Patch = { ...SECOND, state: 'hidden' };
  expect(changedByAll([HIDDEN, AWAY, SECOND], false)).toEqual([AWAY, SECOND]);
  expect(changedByAll([{ ...HIDDEN, lookedAt: 9 }, AWAY, hidden], true)).toEqual([
    { ...HIDDEN, lookedAt: 9 },
  ]);
  expect(changedByAll([HIDDEN, AWAY, SECOND], true)).toEqual([]);
});
