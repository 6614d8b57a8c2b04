import { describe, expect, it } from 'vitest';
import { BOUNDS } from './bounds.ts';
import { median, medianOf, percentile, shareAbove } from './statistics.ts';
import { formatTable, formatValue, type Figure, type FigureGroup } from './table.ts';

const VISIBLE: Figure = {
  name: 'visible',
  unit: 'ms',
  gesso: 300,
  beside: ['<img>', 250],
  bound: BOUNDS.opening.visible,
};
const GROUPS: readonly FigureGroup[] = [
  {
    name: 'opening',
    title: 'Opening a photo',
    figures: [VISIBLE, { name: 'paintable', unit: 'ms', gesso: 1234.5 }],
  },
  {
    name: 'memory',
    title: 'Memory',
    figures: [{ ...VISIBLE, name: 'late', gesso: 400 }],
  },
];

describe('the benchmark table', () => {
  it('shows each figure with its baseline, ratio and limit, in the same columns', () => {
    const lines = formatTable(GROUPS).split('\n');
    expect(lines.filter((line) => line.startsWith('  '))).toEqual([
      '               Gesso  beside         ratio  bound',
      '  visible     300 ms  250 ms  <img>   1.20  ratio ≤ 1.3: met',
      '  paintable  1235 ms',
      '  late        400 ms  250 ms  <img>   1.60  ratio ≤ 1.3: NOT MET',
    ]);
  });

  it.each([
    [16.66, 'ms', '16.7 ms'],
    [0.0123, 'MB', '12.3 kB'],
    [12.34, 'MB', '12.3 MB'],
    [0.256, '%', '25.6 %'],
    [1.234, '×', '1.23 ×'],
    [Number.NaN, 'ms', '–'],
  ] as const)('formats %d %s as %s', (value, unit, text) => {
    expect(formatValue(value, unit)).toBe(text);
  });
});

describe('a benchmark limit', () => {
  it('is compared with the baseline', () => {
    expect(BOUNDS.chat.settled.isMet(250, 100)).toBe(true);
    expect(BOUNDS.chat.settled.isMet(251, 100)).toBe(false);
    expect(BOUNDS.recipes.speed.isMet(79, 100)).toBe(false);
  });

  it('is met by zero against zero', () => {
    expect(BOUNDS.painting.size.isMet(0, 0)).toBe(true);
  });
});

describe('statistics', () => {
  it('use the middle value, or the mean of the two middle ones', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([10, 2, 4, 1])).toBe(3);
    expect(medianOf([{ ms: 3 }, { ms: 1 }, { ms: 2 }], ({ ms }) => ms)).toBe(2);
  });

  it('return the value that a share of all do not exceed', () => {
    const values = Array.from({ length: 100 }, (_, index) => index + 1).toReversed();
    expect(percentile(values, 0.95)).toBe(95);
    expect(percentile([7], 0.99)).toBe(7);
  });

  it('count the values above a limit', () => {
    expect(shareAbove([10, 20, 34, 50], 33)).toBe(0.5);
    expect(shareAbove([], 33)).toBe(0);
  });
});
