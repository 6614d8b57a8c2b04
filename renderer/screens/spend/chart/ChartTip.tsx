/** The exact numbers of the bar that is pointed at. */
import type { SpendSeries } from '../../../../shared/contract/spend.ts';
import { formatAmount, formatExactly } from '../../../../shared/spend/exact-money.ts';
import { barTotal } from '../model/bar-totals.ts';
import type { ChartPlace } from './chart-cursor.ts';
import { bucketName, keyName, STATE_WORDS } from '../model/chart-words.ts';
import { lookOf, type Palette } from './palette.ts';
import classes from './Chart.module.css';

export function ChartTip(props: {
  readonly series: SpendSeries;
  readonly names: readonly string[];
  readonly palette: Palette;
  readonly place: ChartPlace;
  /** Of the bar, CSS pixels from the chart's left edge. */
  readonly middle: number;
  readonly width: number;
}) {
  const { series, names, palette, place, middle, width } = props;
  const bucket = series.buckets[place.bar];
  if (bucket === undefined) return undefined;
  const isEmpty = series.keys.every((_, index) => series.amounts[index]?.[place.bar] == null);
  const state = STATE_WORDS[bucket.state];
  const isLeft = middle > width / 2;
  return (
    <div
      className={classes['tip']}
      style={isLeft ? { right: width - middle + 12 } : { left: middle + 12 }}
      aria-hidden="true"
    >
      <div className={classes['tipHead']}>
        {bucketName(bucket, series.unit)}
        {state !== '' && ` · ${state}`}
      </div>
      {series.keys.map((key, index) => {
        const exact = series.amounts[index]?.[place.bar];
        if (exact == null) return null;
        return (
          <div
            key={key.key ?? ''}
            className={classes['tipRow']}
            data-at={index === place.key || undefined}
          >
            <span
              className={classes['swatch']}
              style={{ background: lookOf(names, key.key, palette).colour }}
            />
            <span className={classes['tipName']}>{keyName(key)}</span>
            <span className={classes['number']}>{formatExactly({ exact })}</span>
          </div>
        );
      })}
      <div className={classes['tipRow']}>
        <span className={classes['tipName']}>In all</span>
        <span className={classes['number']}>
          {isEmpty ? 'no charges' : formatAmount(barTotal(series, place.bar))}
        </span>
      </div>
    </div>
  );
}
