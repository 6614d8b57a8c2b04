import { describe, expect, it } from 'vitest';
import { withRatioBound } from './figure.ts';
import { formatTable, formatValue } from './table.ts';

describe('the table of figures', () => {
  const groups = [
    {
      name: 'opening',
      title: 'Opening a photo',
      figures: [
        withRatioBound(
          { name: 'visible', unit: 'ms', gesso: 300, baseline: { name: '<img>', value: 250 } },
          1.3,
        ),
        { name: 'paintable', unit: 'ms', gesso: 1234.5 } as const,
      ],
    },
    {
      name: 'memory',
      title: 'Memory',
      figures: [
        withRatioBound(
          { name: 'peak', unit: 'MB', gesso: 100, baseline: { name: 'fetch', value: 50 } },
          1.5,
        ),
      ],
    },
  ];

  it('shows each figure beside its baseline, with ratio and bound', () => {
    const lines = formatTable(groups).split('\n');
    expect(lines.find((line) => line.includes('visible'))).toMatch(
      /visible +300 ms +250 ms +<img> +1\.20 +ratio ≤ 1\.3: met$/u,
    );
  });

  it('says loudly when a bound is not met', () => {
    expect(formatTable(groups)).toMatch(/peak .*ratio ≤ 1\.5: NOT MET/u);
  });

  it('aligns the columns over all groups', () => {
    const ends = formatTable(groups)
      .split('\n')
      .filter((line) => / (ms|MB) /u.test(line) || line.endsWith('ms'))
      .map((line) => /\d (ms|MB)/u.exec(line)?.index);
    expect(ends).toHaveLength(3);
    expect(new Set(ends).size).toBe(1);
  });

  it('leaves a figure without a baseline alone', () => {
    expect(formatTable(groups)).toMatch(/paintable +1235 ms\n/u);
  });
});

describe('a value', () => {
  it('has as many digits as make sense', () => {
    expect(formatValue(16.66, 'ms')).toBe('16.7 ms');
    expect(formatValue(0.0123, 'MB')).toBe('12.3 kB');
    expect(formatValue(12.34, 'MB')).toBe('12.3 MB');
    expect(formatValue(0.256, '%')).toBe('25.6 %');
    expect(formatValue(1.234, '×')).toBe('1.23 ×');
  });

  it('that could not be measured is a dash', () => {
    expect(formatValue(Number.NaN, 'ms')).toBe('–');
  });
});
