import type { SpendSeries } from '../../../../shared/contract/spend.ts';

/** Without a part, the whole bar. */
export interface ChartPlace {
  readonly bar: number;
  readonly key: number | undefined;
}

type Amounts = Pick<SpendSeries, 'amounts' | 'buckets'>;

function keysOfBar({ amounts }: Pick<SpendSeries, 'amounts'>, bar: number): readonly number[] {
  return [...amounts.keys()].filter((key) => amounts[key]?.[bar] != null);
}

/**
 * @param key as in keyboard events
 * @param withControl moves by seven bars
 * @returns the same place for any other key
 */
export function moveCursor(
  place: ChartPlace | undefined,
  key: string,
  withControl: boolean,
  series: Amounts,
  largest: number,
): ChartPlace | undefined {
  const last = series.buckets.length - 1;
  if (last < 0) return undefined;
  const { bar, key: part } = place ?? { bar: last, key: undefined };
  const to = (next: number): ChartPlace => ({
    bar: Math.min(last, Math.max(0, next)),
    key: part,
  });
  const step = withControl ? 7 : 1;
  switch (key) {
    case 'ArrowLeft':
      return place === undefined ? { bar: last, key: undefined } : to(bar - step);
    case 'ArrowRight':
      return place === undefined ? { bar: 0, key: undefined } : to(bar + step);
    case 'PageUp':
      return to(bar - 7);
    case 'PageDown':
      return to(bar + 7);
    case 'Home':
      return to(0);
    case 'End':
      return to(last);
    case 't':
    case 'T':
      return to(largest);
    case 'ArrowUp':
    case 'ArrowDown': {
      const all = keysOfBar(series, bar);
      const order: readonly (number | undefined)[] = [undefined, ...all];
      const at = Math.max(0, order.indexOf(part));
      const next = Math.min(order.length - 1, Math.max(0, at + (key === 'ArrowUp' ? 1 : -1)));
      return { bar, key: order[next] };
    }
    default:
      return place;
  }
}
