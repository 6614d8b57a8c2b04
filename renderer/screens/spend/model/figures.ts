import type { SpendSeries } from '../../../../shared/contract/spend.ts';
import { figuresOf, type Amount } from '../../../../shared/spend/exact-money.ts';
import { barTotal } from './bar-totals.ts';

type Shown = Pick<SpendSeries, 'amounts' | 'buckets' | 'isAtMost' | 'keys' | 'total'>;

export function seriesFigures(series: Shown, withBars: boolean) {
  const { amount, voucherAmount, payAmount } = series.total;
  const bars = withBars ? series.buckets.map((_, bar) => barTotal(series, bar)) : undefined;
  const { total, lists } = figuresOf(amount, [
    [voucherAmount, payAmount],
    series.keys.map((key) => key.total.amount),
    ...(bars === undefined ? [] : [bars]),
  ]);
  const [[voucher = '', pay = ''] = [], keys = [], ofBars = []] = lists;
  return {
    total: series.total.rows > 0 ? withBound(series, total) : emptyText(series.buckets),
    voucher,
    pay,
    keys,
    bars: ofBars.map((text, bar) => barText(series, bar, text)),
  };
}

/** Adds the upper bound while the unit of small amounts is unknown. */
function withBound({ isAtMost }: Pick<SpendSeries, 'isAtMost'>, text: string): string {
  return isAtMost === true ? `at most ${text}` : text;
}

function emptyText(buckets: SpendSeries['buckets']): string {
  return buckets.some(({ state }) => state === 'unknown') ? 'unknown' : 'no charges';
}

export function sumNote(
  buckets: SpendSeries['buckets'],
  isReading: boolean,
): {
  /** True if bills are missing. */
  readonly isPartial: boolean;
  /** Empty for a sum that will not change. */
  readonly note: string;
} {
  if (buckets.some(({ state }) => state === 'unknown')) {
    const isNothingRead = buckets.every(({ state }) => state === 'unknown');
    return {
      isPartial: true,
      note: isReading
        ? 'read so far, more to come'
        : isNothingRead
          ? 'not read'
          : 'in the part that was read',
    };
  }
  const isOpen = buckets.some(({ state }) => state !== 'final');
  return { isPartial: false, note: isOpen ? 'so far' : '' };
}

export function barFigures(series: Shown, bar: number) {
  const parts = series.keys.flatMap((_, key) => {
    const amount = partAmount(series, bar, key);
    return amount === undefined ? [] : [{ key, amount }];
  });
  const { total, lists } = figuresOf(barTotal(series, bar), [parts.map(({ amount }) => amount)]);
  return {
    total: barText(series, bar, total),
    parts: parts.map(({ key }, index) => ({ key, text: lists[0]?.[index] ?? '' })),
  };
}

function barText(series: Shown, bar: number, text: string): string {
  if (series.amounts.some((ofKey) => ofKey[bar] != null)) return withBound(series, text);
  return series.buckets[bar]?.state === 'unknown' ? 'unknown' : 'no charges';
}

/** @returns `undefined` without a row */
function partAmount(series: Shown, bar: number, key: number): Amount | undefined {
  const exact = series.amounts[key]?.[bar];
  if (exact == null) return undefined;
  const isLossy = series.buckets[bar]?.hasLoss === true;
  const isLost = isLossy && series.keys[key]?.total.amount.hasDecimals === false;
  return { exact, hasDecimals: !isLost };
}

/** An unread period is not shown as nothing. */
export function amountBefore(before: Pick<SpendSeries, 'buckets' | 'total'>): string {
  const { buckets, total } = before;
  const unknown = buckets.filter(({ state }) => state === 'unknown').length;
  if (total.rows === 0 || unknown === buckets.length) return emptyText(buckets);
  const text = figuresOf(total.amount, []).total;
  return unknown > 0 ? `${text} in the part that was read` : text;
}
