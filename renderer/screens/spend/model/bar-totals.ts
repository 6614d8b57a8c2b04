import {
  addDecimals,
  compareDecimals,
  formatDecimal,
  parseDecimal,
  ZERO,
  type ExactDecimal,
} from '../../../../shared/api/exact-decimal.ts';
import type { SpendSeries } from '../../../../shared/contract/spend.ts';
import type { Amount } from '../../../../shared/spend/exact-money.ts';

type Bars = Pick<SpendSeries, 'amounts' | 'buckets'>;

export function barTotal(series: Bars, bar: number): Amount {
  const hasDecimals = series.buckets[bar]?.hasLoss !== true;
  return { exact: formatDecimal(sumOf(series, bar)), hasDecimals };
}

/** Returns the index of the largest bar; 0 without bars. */
export function largestBar(series: Bars): number {
  return series.buckets.reduce((best, _, bar) => {
    const isLarger = compareDecimals(sumOf(series, bar), sumOf(series, best)) > 0;
    return isLarger ? bar : best;
  }, 0);
}

function sumOf({ amounts }: Pick<Bars, 'amounts'>, bar: number): ExactDecimal {
  return amounts.reduce((sum, ofKey) => {
    const exact = ofKey[bar];
    return exact == null ? sum : addDecimals(sum, parseDecimal(exact) ?? ZERO);
  }, ZERO);
}
