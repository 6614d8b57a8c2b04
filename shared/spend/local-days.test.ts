import { describe, expect, it } from 'vitest';
import { localDays } from './local-days.ts';

const day = (month: number, date: number) => Date.UTC(2026, month - 1, date) / 1000;
const HOUR = 3600;

function lengths(start: number, end: number, zone: string): readonly number[] | string {
  const days = localDays({ start, end }, zone);
  if (days.kind !== 'days') return days.kind;
  return days.starts.slice(1).map((each, index) => (each - (days.starts[index] ?? 0)) / HOUR);
}

describe('days in a time zone', () => {
  it('begin at its midnight, and have 23 or 25 hours when the clock changes', () => {
    expect(localDays({ start: day(11, 21), end: day(11, 22) }, 'Europe/Berlin')).toEqual({
      kind: 'days',
      starts: [day(11, 21) - HOUR, day(11, 22) - HOUR],
    });
    expect(lengths(day(3, 28), day(3, 31), 'Europe/Berlin')).toEqual([24, 23, 24]);
    expect(lengths(day(10, 24), day(10, 27), 'Europe/Berlin')).toEqual([24, 25, 24]);
    expect(lengths(day(3, 7), day(3, 10), 'America/Los_Angeles')).toEqual([24, 23, 24]);
    expect(lengths(day(4, 4), day(4, 7), 'Pacific/Auckland')).toEqual([24, 25, 24]);
    expect(lengths(day(11, 20), day(11, 23), 'Pacific/Apia')).toEqual([24, 24, 24]);
  });

  it.each([
    ['America/Santiago', day(9, 6), 4 * HOUR],
    ['America/Havana', day(3, 8), 5 * HOUR],
    ['Atlantic/Azores', day(3, 29), HOUR],
    ['Asia/Beirut', day(3, 29), -2 * HOUR],
  ])('begin when the clock skips midnight in %s', (zone, date, after) => {
    const days = localDays({ start: date, end: date }, zone);
    expect(days).toEqual({ kind: 'days', starts: [date + after] });
    expect(lengths(date - 24 * HOUR, date + 24 * HOUR, zone)).toEqual([24, 23]);
  });

  it('are refused when the offset is not in whole hours', () => {
    for (const zone of ['Asia/Kathmandu', 'Asia/Kolkata', 'Pacific/Chatham']) {
      expect(lengths(day(11, 20), day(11, 23), zone), zone).toBe('not-whole-hours');
    }
    // half an hour in winter, when its clock is set back by half an hour
    expect(lengths(day(7, 1), day(7, 4), 'Australia/Lord_Howe')).toBe('not-whole-hours');
  });

  it('cover the whole range without a gap', () => {
    const days = localDays({ start: day(3, 1), end: day(4, 1) }, 'Africa/Cairo');
    if (days.kind !== 'days') throw new Error(days.kind);
    expect(days.starts).toHaveLength(32);
    expect(days.starts.toSorted((a, b) => a - b)).toEqual(days.starts);
  });
});
