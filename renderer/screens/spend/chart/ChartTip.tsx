/** The exact numbers of the bar that is pointed at. */
import type { SpendSeries } from '../../../../shared/contract/spend.ts';
import { formatAmount, partsOfTotal } from '../../../../shared/spend/exact-money.ts';
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
  const total = barTotal(series, place.bar);
  const parts = series.keys.flatMap((key, index) => {
    const exact = series.amounts[index]?.[place.bar];
    return exact == null ? [] : [{ key, index, amount: { exact, hasDecimals: true } }];
  });
  // the rows add up to the sum below them
  const texts = partsOfTotal(
    total,
    parts.map(({ amount }) => amount),
  );
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
      {parts.map(({ key, index }, row) => {
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
            <span className={classes['number']}>{texts[row]}</span>
          </div>
        );
      })}
      <div className={classes['tipRow']}>
        <span className={classes['tipName']}>In all</span>
        <span className={classes['number']}>
          {parts.length === 0 ? 'no charges' : formatAmount(total)}
        </span>
      </div>
    </div>
  );
}
