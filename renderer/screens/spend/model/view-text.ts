/** The view as text, for a mail or a note. Pure. */
import type { SpendRange, SpendSeries, SpendUnit } from '../../../../shared/contract/spend.ts';
import type { SpendView } from '../../../../shared/contract/spend-view.ts';
import { CHARGED_CATEGORIES } from '../../../../shared/api/billing.ts';
import { categoryName } from '../../../../shared/spend/category-names.ts';
import { formatAmount } from '../../../../shared/spend/exact-money.ts';
import { barTotal } from './bar-totals.ts';
import { bucketName, keyName, STATE_WORDS } from './chart-words.ts';
import { nameOfRange } from './period.ts';

/** "1–22 Nov, by the day, UTC, product “clean”". @param now seconds */
export function subtitleOf(
  view: Pick<SpendView, 'categories' | 'productName'>,
  unit: SpendUnit,
  range: SpendRange,
  now: number,
): string {
  const product = view.productName.trim();
  const isFiltered = view.categories.length < CHARGED_CATEGORIES.length;
  return [
    `${nameOfRange(range, now)}, by the ${unit}, UTC`,
    ...(isFiltered ? [view.categories.map(categoryName).join(' and ')] : []),
    ...(product === '' ? [] : [`product “${product}”`]),
  ].join(', ');
}

/** Title, total, parts and bars, each on a line of its own; numbers after a tab. */
export function viewAsText(title: string, subtitle: string, series: SpendSeries): string {
  const parts = series.keys.map((key) => `${keyName(key)}\t${formatAmount(key.total.amount)}`);
  const bars = series.buckets.map((bucket, index) => {
    const state = STATE_WORDS[bucket.state];
    const name = bucketName(bucket, series.unit) + (state === '' ? '' : ` (${state})`);
    return `${name}\t${formatAmount(barTotal(series, index))}`;
  });
  const total = `Total\t${formatAmount(series.total.amount)}`;
  return [title, subtitle, '', total, ...parts, '', ...bars].join('\n');
}
