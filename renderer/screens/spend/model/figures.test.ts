/** Checks with random bills that shown amounts add up to the shown sum. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  formatDecimal,
  parseDecimal,
  type ExactDecimal,
} from '../../../../shared/api/exact-decimal.ts';
import { DEFAULT_SPEND_VIEW } from '../../../../shared/contract/spend-view.ts';
import type { SpendSeries, SpendTotals } from '../../../../shared/contract/spend.ts';
import { chartSvg } from '../chart/chart-file.ts';
import { PALETTES } from '../chart/palette.ts';
import { amountBefore, barFigures, seriesFigures, sumNote } from './figures.ts';
import { subtitleOf, viewAsText } from './view-text.ts';

const DAY = 86_400;
const START = Date.UTC(2026, 9, 1) / 1000;
const ZERO: ExactDecimal = { value: 0n, scale: 0 };

function add(texts: readonly (string | null)[]): string {
  return formatDecimal(
    texts.map((text) => parseDecimal(text ?? '0') ?? ZERO).reduce(addDecimals, ZERO),
  );
}

function totals(exact: string, voucher = '0'): SpendTotals {
  const amount = (text: string) => ({ exact: text, hasDecimals: true });
  return {
    amount: amount(exact),
    voucherAmount: amount(voucher),
    payAmount: amount(add([exact, voucher.startsWith('-') ? voucher.slice(1) : `-${voucher}`])),
    rows: 1,
  };
}

/** @param amounts by key, then by bar */
function series(amounts: SpendSeries['amounts'], voucher = '0'): SpendSeries {
  const bars = Math.max(...amounts.map((each) => each.length));
  return {
    unit: 'day',
    buckets: Array.from({ length: bars }, (_, bar) => ({
      start: START + bar * DAY,
      end: START + (bar + 1) * DAY,
      state: 'final',
    })),
    keys: amounts.map((each, key) => ({
      key: `k${key}`,
      label: `k${key}`,
      total: totals(add(each)),
    })),
    amounts,
    total: totals(add(amounts.flat()), voucher),
    check: { kind: 'none' },
    repeated: { count: 0, amount: '0' },
    unevenRows: 0,
  };
}

/** Dollars of a shown text, exactly, without trailing zeros. */
function dollars(text: string): string {
  const plain = text === 'no charges' ? '0' : text.replaceAll(/[$,]/gu, '').replace('−', '-');
  const { value, scale } = parseDecimal(plain) ?? expect.fail(`no amount: ${text}`);
  return formatDecimal({ value: value * 10n ** BigInt(20 - scale), scale: 20 });
}

function expectSum(parts: readonly string[], total: string): void {
  expect(dollars(add(parts.map(dollars))), `${parts.join(' + ')} = ${total}`).toBe(dollars(total));
}

const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 11n }), fc.integer({ min: 0, max: 8 }))
  .map(([value, decimals]) => {
    const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
    const text =
      decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
    return value < 0n ? `-${text}` : text;
  });
const cell = fc.option(amount, { freq: 3 });
const bills = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 8 }))
  .chain(([keys, bars]) =>
    fc.tuple(
      fc.array(fc.array(cell, { minLength: bars, maxLength: bars }), {
        minLength: keys,
        maxLength: keys,
      }),
      amount,
    ),
  );

describe('amounts that are shown together', () => {
  it('add up in legend, voucher and cash, tips, the copied text and the saved chart', () => {
    fc.assert(
      fc.property(bills, ([amounts, voucher]) => {
        const shown = series(amounts, voucher);
        const { total, keys, voucher: byVoucher, pay } = seriesFigures(shown, false);
        expectSum(keys, total);
        expectSum([byVoucher, pay], total);
        for (const bar of shown.buckets.keys()) {
          const tip = barFigures(shown, bar);
          expectSum(
            tip.parts.map(({ text }) => text),
            tip.total,
          );
        }
        const lines = viewAsText('Title', 'Subtitle', shown).split('\n').slice(3);
        const at = lines.indexOf('');
        const last = (line: string) => line.split('\t').at(-1) ?? '';
        const [whole = '', ...ofKeys] = lines.slice(0, at).map(last);
        expectSum(ofKeys, whole);
        expectSum(lines.slice(at + 1).map(last), whole);
        const svg = chartSvg({
          series: shown,
          before: undefined,
          isCumulative: false,
          budget: undefined,
          names: [],
          palette: PALETTES.light,
          hasPatterns: false,
          title: 'Title',
          subtitle: 'Subtitle',
          note: '',
        });
        // the sum, and then the legend, stand at the right edge
        const right = [...svg.matchAll(/<text x="1256"[^>]*>([^<]*)</gu)].map(
          ([, text]) => text ?? '',
        );
        expect(right).toHaveLength(shown.keys.length + 1);
        expectSum(right.slice(1), right[0] ?? '');
      }),
      { numRuns: 200 },
    );
  });

  it('show “no charges” for an empty bar, and “unknown” for an unread one', () => {
    const shown = series([['10000', null, null, '0']]);
    const buckets = shown.buckets.map((bucket, bar) =>
      bar === 2 ? { ...bucket, state: 'unknown' as const } : bucket,
    );
    const texts = buckets.map((_, bar) => barFigures({ ...shown, buckets }, bar).total);
    expect(texts).toEqual(['$1.00', 'no charges', 'unknown', '$0.00']);
  });

  it('show a period without rows as without charges or unknown, never as $0', () => {
    const empty = { ...series([[null, null]]), keys: [], amounts: [] };
    const shown = { ...empty, total: { ...totals('0'), rows: 0 } };
    expect(seriesFigures(shown, true)).toMatchObject({
      total: 'no charges',
      bars: ['no charges', 'no charges'],
    });
    expect(viewAsText('Title', 'Subtitle', shown)).toContain('Total\tno charges');
    const buckets = shown.buckets.map((bucket) => ({ ...bucket, state: 'unknown' as const }));
    expect(seriesFigures({ ...shown, buckets }, true)).toMatchObject({
      total: 'unknown',
      bars: ['unknown', 'unknown'],
    });
  });

  it('say “less than” only when the service itself lost a fraction', () => {
    const shown = series([['0', '0']]);
    const buckets = shown.buckets.map((bucket, bar) =>
      bar === 0 ? { ...bucket, hasLoss: true } : bucket,
    );
    expect(barFigures({ ...shown, buckets }, 0).total).toBe('< $0.0001');
    expect(barFigures({ ...shown, buckets }, 1).total).toBe('$0.00');
  });
});

describe('the previous period', () => {
  const before = series([['10000', null]]);
  const unread = (bars: readonly number[]) => ({
    ...before,
    buckets: before.buckets.map((bucket, bar) =>
      bars.includes(bar) ? { ...bucket, state: 'unknown' as const } : bucket,
    ),
  });

  it('is unknown when it was not read, and never $0', () => {
    expect(amountBefore(before)).toBe('$1.00');
    expect(amountBefore(unread([0, 1]))).toBe('unknown');
    expect(amountBefore(unread([1]))).toBe('$1.00 in the part that was read');
    const nothing = { ...before, total: { ...totals('0'), rows: 0 } };
    expect(amountBefore(nothing)).toBe('no charges');
    expect(amountBefore({ ...nothing, buckets: unread([1]).buckets })).toBe('unknown');
  });
});

it('names the time zone of the days in the subtitle of a saved chart', () => {
  const range = { start: START, end: START + DAY };
  expect(subtitleOf(DEFAULT_SPEND_VIEW, 'day', range, START, 'Europe/Paris')).toBe(
    '1 Oct, by the day, Europe/Paris',
  );
});

it('shows filters in the subtitle of a saved chart', () => {
  const view = { ...DEFAULT_SPEND_VIEW, ownerId: 'gpu-7', productKey: 'Flash\u0000id' };
  expect(subtitleOf(view, 'day', { start: START, end: START + DAY }, START)).toBe(
    '1 Oct, by the day, UTC, only Flash, only owner gpu-7',
  );
});

describe('the note next to the sum', () => {
  const buckets = (...states: SpendSeries['buckets'][number]['state'][]) =>
    states.map((state, start) => ({ start, end: start + 1, state }));

  it('calls a sum partial while bills are missing', () => {
    expect(sumNote(buckets('final', 'unknown'), true)).toEqual({
      isPartial: true,
      note: 'read so far, more to come',
    });
    expect(sumNote(buckets('so-far', 'unknown'), false).note).toBe('in the part that was read');
    expect(sumNote(buckets('unknown', 'unknown'), false).note).toBe('not read');
  });

  it('says “so far” until every bar is final', () => {
    expect(sumNote(buckets('final', 'may-change'), true)).toEqual({
      isPartial: false,
      note: 'so far',
    });
    expect(sumNote(buckets('final'), true).note).toBe('');
  });
});
