import { expect, it } from 'vitest';
import { describeChange } from './change-words.ts';

it('shows by how much a sync has changed the bills', () => {
  expect(describeChange('0')).toBe('Read again: nothing has changed.');
  expect(describeChange('-12500')).toBe('Read again: −$1.25.');
  expect(describeChange('12500.5')).toBe('Read again: +$1.25.');
});
