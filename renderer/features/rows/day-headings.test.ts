import { expect, it } from 'vitest';
import { dayHeadings } from './day-headings.ts';

const at = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime();

it('the day headings in a list precede the first row of each day, and not rows of a group', () => {
  const moments = [at(22, 15), at(22, 9), undefined, at(21, 23), undefined, at(21, 1), at(3, 0)];
  expect(dayHeadings(moments, at(22, 16))).toEqual([
    'Today',
    undefined,
    undefined,
    'Yesterday',
    undefined,
    undefined,
    '3 November',
  ]);
});
