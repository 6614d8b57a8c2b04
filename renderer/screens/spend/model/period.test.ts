import { describe, expect, it } from 'vitest';
import {
  dayOfText,
  daysOf,
  nameOfRange,
  neighbourOf,
  presetRange,
  stretchBefore,
  textOfDay,
} from './period.ts';

const at = (text: string) => Date.parse(`${text}Z`) / 1000;
const NOW = at('2026-11-22T23:30:00');
const named = (start: string, end: string) =>
  nameOfRange({ start: at(`${start}T00:00`), end: at(`${end}T00:00`) }, NOW);

describe('a period of bills', () => {
  it('is named by its dates', () => {
    expect(named('2026-11-22', '2026-11-23')).toBe('22 Nov');
    expect(named('2026-11-01', '2026-11-23')).toBe('1–22 Nov');
    expect(named('2026-10-24', '2026-11-23')).toBe('24 Oct – 22 Nov');
    expect(named('2025-12-01', '2026-01-01')).toBe('1–31 Dec 2025');
  });

  it('starts and ends with days in UTC, weeks on Monday', () => {
    const texts = (preset: Parameters<typeof presetRange>[0], now = NOW) => {
      const { start, end } = presetRange(preset, now);
      return [textOfDay(start), textOfDay(end - 1)];
    };
    expect(texts('today')).toEqual(['2026-11-22', '2026-11-22']);
    expect(texts('week')).toEqual(['2026-11-16', '2026-11-22']);
    expect(texts('month')).toEqual(['2026-11-01', '2026-11-22']);
    expect(texts('days-30')).toEqual(['2026-10-24', '2026-11-22']);
    expect(texts('last-month', at('2026-03-31T12:00'))).toEqual(['2026-02-01', '2026-02-28']);
    expect(texts('year', at('2027-01-01T00:00'))).toEqual(['2027-01-01', '2027-01-01']);
    expect(texts('month', at('2026-11-30T23:59:59'))).toEqual(['2026-11-01', '2026-11-30']);
  });

  it('is followed by the next calendar one, or otherwise by as many days', () => {
    const next = (
      start: string,
      end: string,
      direction: -1 | 1,
      preset?: Parameters<typeof neighbourOf>[2],
    ) => {
      const range = { start: at(`${start}T00:00`), end: at(`${end}T00:00`) };
      const { start: first, end: last } = neighbourOf(range, direction, preset);
      return [textOfDay(first), textOfDay(last - 1)];
    };
    expect(next('2026-11-01', '2026-11-23', -1, 'month')).toEqual(['2026-10-01', '2026-10-31']);
    expect(next('2026-10-01', '2026-11-01', -1)).toEqual(['2026-09-01', '2026-09-30']);
    expect(next('2026-02-01', '2026-03-01', 1)).toEqual(['2026-03-01', '2026-03-31']);
    expect(next('2026-10-01', '2027-01-01', -1)).toEqual(['2026-07-01', '2026-09-30']);
    expect(next('2025-01-01', '2026-01-01', 1)).toEqual(['2026-01-01', '2026-12-31']);
    expect(next('2026-01-01', '2026-11-23', -1, 'year')).toEqual(['2025-01-01', '2025-12-31']);
    expect(next('2026-11-16', '2026-11-23', -1, 'week')).toEqual(['2026-11-09', '2026-11-15']);
    expect(next('2026-11-16', '2026-11-20', -1)).toEqual(['2026-11-12', '2026-11-15']);
    expect(next('2026-10-24', '2026-11-23', -1, 'days-30')).toEqual(['2026-09-24', '2026-10-23']);
  });

  it('is compared with as many days: of the previous month, or right before', () => {
    const before = (start: string, end: string) => {
      const stretch = stretchBefore({ start: at(`${start}T00:00`), end: at(`${end}T00:00`) });
      return [textOfDay(stretch.start), textOfDay(stretch.end - 1), daysOf(stretch)];
    };
    expect(before('2026-11-01', '2026-11-23')).toEqual(['2026-10-01', '2026-10-22', 22]);
    expect(before('2026-03-01', '2026-04-01')).toEqual(['2026-02-01', '2026-02-28', 28]);
    expect(before('2026-03-01', '2026-03-31')).toEqual(['2026-02-01', '2026-02-28', 28]);
    expect(before('2026-02-01', '2026-03-01')).toEqual(['2026-01-01', '2026-01-31', 31]);
    expect(before('2026-11-16', '2026-11-23')).toEqual(['2026-11-09', '2026-11-15', 7]);
  });
});

describe('a typed day', () => {
  it.each([
    ['2026-11-02', '2026-11-02'],
    ['2.11.2026', '2026-11-02'],
    ['02/11/2026', '2026-11-02'],
    [' 2 Nov 2026', '2026-11-02'],
    ['29 february 2028', '2028-02-29'],
  ])('%s is read as %s', (text, day) => expect(textOfDay(dayOfText(text) ?? 0)).toBe(day));

  it.each(['', '29 Feb 2026', '2026-13-01', '31.4.2026', 'tomorrow', '1 Xyz 2026', '1 anf 2026'])(
    '“%s” is invalid',
    (text) => expect(dayOfText(text)).toBeUndefined(),
  );
});
