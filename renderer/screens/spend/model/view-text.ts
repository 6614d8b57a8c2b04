import type { Connection } from '../../../../shared/contract/connections.ts';
import type {
  SpendFilter,
  SpendRange,
  SpendSeries,
  SpendUnit,
} from '../../../../shared/contract/spend.ts';
import type { SpendView } from '../../../../shared/contract/spend-view.ts';
import { bucketName, keyName, STATE_WORDS } from './chart-words.ts';
import { seriesFigures } from './figures.ts';
import { onlyFilters } from './only-key.ts';
import { nameOfRange } from './period.ts';

export function billsName(
  { connectionIds = [] }: Pick<SpendFilter, 'connectionIds'>,
  connections: readonly Pick<Connection, 'id' | 'name'>[],
): string {
  const only = connections.find(({ id }) => id === connectionIds[0]);
  return connectionIds.length === 1 && only !== undefined ? only.name : 'all connections';
}

/** @param now seconds */
export function subtitleOf(
  view: SpendView,
  unit: SpendUnit,
  range: SpendRange,
  now: number,
  zone = 'UTC',
): string {
  const product = view.productName.trim();
  return [
    `${nameOfRange(range, now)}, by the ${unit}, ${zone}`,
    ...onlyFilters(view, () => undefined).map(({ name }) => `o${name.slice(1)}`),
    ...(product === '' ? [] : [`product “${product}”`]),
  ].join(', ');
}

/** One line each for title, total, parts and bars; a tab before numbers. */
export function viewAsText(title: string, subtitle: string, series: SpendSeries): string {
  const figures = seriesFigures(series, true);
  const parts = series.keys.map((key, index) => `${keyName(key)}\t${figures.keys[index] ?? ''}`);
  const bars = series.buckets.map((bucket, index) => {
    const state = STATE_WORDS[bucket.state];
    const name = bucketName(bucket, series.unit) + (state === '' ? '' : ` (${state})`);
    return `${name}\t${figures.bars[index] ?? ''}`;
  });
  return [title, subtitle, '', `Total\t${figures.total}`, ...parts, '', ...bars].join('\n');
}
