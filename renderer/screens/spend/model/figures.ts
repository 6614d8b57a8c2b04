/** Amounts as they are shown together: the parts of a period, or of a bar, beside its sum. Pure. */
import type { SpendSeries } from '../../../../shared/contract/spend.ts';
import { figuresOf, type Amount } from '../../../../shared/spend/exact-money.ts';
import { barTotal } from './bar-totals.ts';

type Shown = Pick<SpendSeries, 'amounts' | 'buckets' | 'isAtMost' | 'keys' | 'total'>;

/** A period: its sum, which is voucher and cash, and which is its keys. */
export interface SeriesFigures {
  readonly total: string;
  readonly voucher: string;
  readonly pay: string;
  /** In the order of the keys. */
  readonly keys: readonly string[];
  /** In the order of the bars, where they were asked for. */
  readonly bars: readonly string[];
}

/** @param withBars the bars are shown with them */
export function seriesFigures(series: Shown, withBars: boolean): SeriesFigures {
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

/** While the unit of small amounts is unknown, the sum is that of the larger one. */
function withBound({ isAtMost }: Pick<SpendSeries, 'isAtMost'>, text: string): string {
  return isAtMost === true ? `at most ${text}` : text;
}

/** A sum of no rows: nothing was charged, or it is not known. */
function emptyText(buckets: SpendSeries['buckets']): string {
  return buckets.some(({ state }) => state === 'unknown') ? 'unknown' : 'no charges';
}

/** The words beside the sum of a period. @param isReading bills are being read */
export function sumNote(
  buckets: SpendSeries['buckets'],
  isReading: boolean,
): {
  /** Bills are missing: the sum is a part of what it will be. */
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
  const isOpen = buckets.some(({ state }) => state !== 'settled');
  return { isPartial: false, note: isOpen ? 'so far' : '' };
}

/** A bar: its sum, and those of its keys that have rows in it. */
export interface BarFigures {
  readonly total: string;
  readonly parts: readonly { readonly key: number; readonly text: string }[];
}

export function barFigures(series: Shown, bar: number): BarFigures {
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

/** A bar without rows costs nothing, or is not known. */
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

/** The sum of the period before: what is not read is not nothing. */
export function amountBefore(before: Pick<SpendSeries, 'buckets' | 'total'>): string {
  const { buckets, total } = before;
  const unknown = buckets.filter(({ state }) => state === 'unknown').length;
  if (total.rows === 0 || unknown === buckets.length) return emptyText(buckets);
  const text = figuresOf(total.amount, []).total;
  return unknown > 0 ? `${text} in the part that was read` : text;
}
