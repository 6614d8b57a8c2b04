import { describe, expect, it } from 'vitest';
import {
  count,
  formatBytes,
  formatClock,
  formatDay,
  formatDayOrMonth,
  formatDuration,
  formatRoughly,
  formatTime,
  formatWhen,
} from './format.ts';

describe('numbers with units', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [3_392_774, '3.4 MB'],
    [28_000_000, '28 MB'],
    [1_500_000_000, '1.5 GB'],
    [9960, '10 kB'],
    [999_600, '1.0 MB'],
  ])('format %d bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it.each([
    [0, '0.0 s'],
    [840, '0.8 s'],
    [9960, '10 s'],
    [12_400, '12 s'],
    [125_000, '2 min 5 s'],
  ])('format %d milliseconds as %s', (milliseconds, text) =>
    expect(formatDuration(milliseconds)).toBe(text),
  );

  it('show a time as briefly as is clear', () => {
    const now = new Date(2026, 10, 22, 15, 0).getTime();
    expect(formatTime(new Date(2026, 10, 22, 9, 5).getTime(), now)).toBe('09:05');
    expect(formatTime(new Date(2026, 10, 21, 22, 50).getTime(), now)).toBe('21 Nov 22:50');
    expect(formatTime(new Date(2025, 11, 31, 23, 59).getTime(), now)).toBe('31 Dec 2025 23:59');
    expect(formatWhen(new Date(2026, 10, 22, 9, 5).getTime(), now)).toBe('at 09:05');
    expect(formatWhen(new Date(2026, 10, 21, 22, 50).getTime(), now)).toBe('on 21 Nov at 22:50');
  });

  it('name the day above its entries', () => {
    const now = new Date(2026, 10, 1, 15, 0).getTime();
    const dayOf = (year: number, month: number, day: number) =>
      formatDay(new Date(year, month, day, 9, 5).getTime(), now);
    expect(dayOf(2026, 10, 1)).toBe('Today');
    expect(dayOf(2026, 9, 31)).toBe('Yesterday');
    expect(dayOf(2026, 9, 30)).toBe('30 October');
    expect(dayOf(2025, 10, 1)).toBe('1 November 2025');
    expect(formatClock(now)).toBe('15:00');
    expect(formatDayOrMonth(now, now)).toBe('Today');
    expect(formatDayOrMonth(new Date(2025, 10, 1).getTime(), now)).toBe('November 2025');
  });

  it('count things in singular and plural', () => {
    expect(count(1, 'photo')).toBe('1 photo');
    expect(count(0, 'photo')).toBe('0 photos');
    expect(count(2, 'batch', 'batches')).toBe('2 batches');
  });

  it.each([
    [4000, 'a few seconds'],
    [25_000, 'about half a minute'],
    [61_000, 'about 1 minute'],
    [720_000, 'about 12 minutes'],
    [7_800_000, 'about 2 h 10 min'],
  ])('format about %d milliseconds as %s', (milliseconds, text) =>
    expect(formatRoughly(milliseconds)).toBe(text),
  );
});
