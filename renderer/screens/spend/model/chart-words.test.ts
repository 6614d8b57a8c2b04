import { expect, it } from 'vitest';
import { axisNames } from './chart-words.ts';

const DAY = 86_400;
const from = (date: string, seconds: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const start = Date.parse(date) / 1000 + index * seconds;
    return { start, end: start + seconds };
  });

it('names below the axis say a month once', () => {
  expect(axisNames(from('2026-11-27', DAY, 8), 'day', 2)).toEqual([
    '27 Nov',
    undefined,
    '29',
    undefined,
    '1 Dec',
    undefined,
    '3',
    undefined,
  ]);
});

it('names below the axis say the day at midnight between hours', () => {
  expect(axisNames(from('2026-11-27T22:00Z', 3600, 4), 'hour', 1)).toEqual([
    '22:00',
    '23:00',
    '28 Nov',
    '01:00',
  ]);
});
