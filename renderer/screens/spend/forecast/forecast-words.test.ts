import { describe, expect, it } from 'vitest';
import { budgetName, forecastSentence, pastSentence, roundedRange } from './forecast-words.ts';

const NOVEMBER = { start: Date.UTC(2026, 10) / 1000, end: Date.UTC(2026, 11) / 1000 };

describe('the text of the forecast', () => {
  it('rounds a range outwards to two significant digits', () => {
    expect(roundedRange(412_300, 698_000)).toBe('$41–70');
    expect(roundedRange(12_345_000, 14_987_000)).toBe('$1,200–1,500');
    expect(roundedRange(4000, 7450)).toBe('$0.40–0.75');
    expect(roundedRange(300_000, 300_000)).toBe('$30');
    expect(roundedRange(0, 120)).toBe('$0.000–0.012');
    expect(roundedRange(0.14, 0.19)).toBe('$0.000014–0.000019');
    expect(roundedRange(0, 0)).toBe('$0');
    expect(roundedRange(1e11, 1.5e11)).toBe('$10,000,000–15,000,000');
  });

  it('tells a budget of what is used from one of what is to pay', () => {
    const budget = { id: 'a', scope: 'all', period: 'month', amount: 1, asks: false } as const;
    expect(budgetName({ ...budget, counts: 'used' })).toBe('Everything, a month');
    expect(budgetName({ ...budget, counts: 'to-pay' })).toBe('Everything to pay, a month');
  });

  it('gives the reason for a missing forecast', () => {
    const few = { kind: 'few-days', days: 3, needed: 14 } as const;
    expect(forecastSentence({ forecast: few, month: NOVEMBER })).toBe(
      'No forecast for Nov 2026 yet: it needs 14 final days, and there are 3.',
    );
    const one = { kind: 'few-days', days: 1, needed: 14 } as const;
    expect(forecastSentence({ forecast: one, month: NOVEMBER })).toMatch(/there is 1\.$/u);
    const active = { kind: 'few-active', days: 1, needed: 5 } as const;
    expect(forecastSentence({ forecast: active, month: NOVEMBER })).toBe(
      'No forecast for Nov 2026: only 1 day has charges, and it needs 5.',
    );
    const range = { kind: 'range', low: 412_300, high: 698_000 } as const;
    expect(forecastSentence({ forecast: range, month: NOVEMBER })).toBe(
      'Nov 2026 should end at $41–70 (80 % likely).',
    );
  });

  it('compares an earlier forecast with the outcome', () => {
    const past = {
      madeOn: Date.UTC(2026, 10, 16) / 1000,
      month: NOVEMBER.start,
      low: 400_000,
      high: 700_000,
      actual: { exact: '720000', hasDecimals: true },
    };
    expect(pastSentence(past)).toBe('Mon 16 Nov: $40–70; Nov 2026 came to $72.00, above it.');
  });
});
