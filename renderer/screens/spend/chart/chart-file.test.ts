import { describe, expect, it } from 'vitest';
import { DEFAULT_SPEND_VIEW } from '../../../../shared/contract/spend-view.ts';
import type { SpendSeries } from '../../../../shared/contract/spend.ts';
import { chartSvg, signsOf } from './chart-file.ts';
import { PALETTES } from './palette.ts';
import { subtitleOf, viewAsText } from '../model/view-text.ts';

const START = Date.UTC(2026, 10, 1) / 1000;
const DAY = 86_400;
const totals = (exact: string) => {
  const amount = { exact, hasDecimals: true };
  return { amount, voucherAmount: { exact: '0', hasDecimals: true }, payAmount: amount, rows: 2 };
};
const SERIES: SpendSeries = {
  unit: 'day',
  buckets: [
    { start: START, end: START + DAY, state: 'final' },
    { start: START + DAY, end: START + 2 * DAY, state: 'so-far' },
  ],
  keys: [
    { key: 'llm', label: 'llm', total: totals('120000') },
    { key: 'x\u0000y', label: '<b>&"odd"', total: totals('-5000') },
  ],
  amounts: [
    ['100000', '20000'],
    ['-5000', null],
  ],
  total: totals('115000'),
  check: { kind: 'matches' },
  repeated: { count: 0, amount: '0' },
  unevenRows: 0,
};

describe('a chart saved as a file', () => {
  const svg = chartSvg({
    series: SERIES,
    before: undefined,
    isCumulative: true,
    budget: { scale: 'bars', dollars: 5 },
    names: ['llm'],
    palette: PALETTES.light,
    hasPatterns: true,
    title: 'Spend of Mine',
    subtitle: '1–2 Nov',
    note: signsOf(SERIES),
  });

  it('contains title, period, legend, total and signs, with resolved colours', () => {
    for (const text of [
      'Spend of Mine',
      '1–2 Nov',
      'Language models',
      '$12.00',
      '$11.50',
      'Budget',
    ]) {
      expect(svg, text).toContain(`>${text}<`);
    }
    expect(svg).toContain('Hatched: so far.');
    expect(svg).toContain('&lt;b&gt;&amp;&quot;odd&quot;');
    expect(svg).toContain(PALETTES.light.hues[0]);
    expect(svg).not.toMatch(/var\(|class=|style=|href/u);
  });

  it('is copied as text with the same numbers', () => {
    const view = { ...DEFAULT_SPEND_VIEW, categories: ['llm' as const], productName: ' clean ' };
    const subtitle = subtitleOf(view, 'day', { start: START, end: START + 2 * DAY }, START);
    expect(subtitle).toBe('1–2 Nov, by the day, UTC, only Language models, product “clean”');
    expect(viewAsText('Spend of Mine', subtitle, SERIES).split('\n')).toEqual([
      'Spend of Mine',
      subtitle,
      '',
      'Total\t$11.50',
      'Language models\t$12.00',
      '<b>&"odd"\t−$0.50',
      '',
      'Sun 1 Nov\t$9.50',
      'Mon 2 Nov (so far)\t$2.00',
    ]);
  });
});
