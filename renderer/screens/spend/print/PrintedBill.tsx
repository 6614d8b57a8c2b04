/**
 * Prints in paper colours whatever the theme, without the window around it. A whole month is its
 * statement.
 */
import { useId, useMemo } from 'react';
import type { SpendRange, SpendSeries } from '../../../../shared/contract/spend.ts';
import { isZero } from '../../../../shared/spend/exact-money.ts';
import type { BudgetLine } from '../model/budget-line.ts';
import { bucketName, keyName, STATE_WORDS } from '../model/chart-words.ts';
import { amountBefore, seriesFigures, sumNote } from '../model/figures.ts';
import { nameOfRange } from '../model/period.ts';
import { ChartPicture } from '../chart/ChartPicture.tsx';
import { signsOf } from '../chart/chart-file.ts';
import { chartShapes } from '../chart/geometry.ts';
import { styleOf, PALETTES } from '../chart/palette.ts';
import { Swatch } from '../chart/Pattern.tsx';
import classes from './Print.module.css';

/** CSS pixels; scaled to the width of the page. */
const SIZE = { width: 900, height: 380 } as const;

export function PrintedBill(props: {
  readonly title: string;
  readonly subtitle: string;
  readonly series: SpendSeries;
  readonly before: SpendSeries | undefined;
  readonly beforeRange: SpendRange;
  readonly isCumulative: boolean;
  readonly budget: BudgetLine | undefined;
  readonly names: readonly string[];
  readonly notes: readonly string[];
  /** Seconds since 1970. */
  readonly now: number;
}) {
  const { series, before, isCumulative, budget, names, now } = props;
  const id = useId();
  const palette = PALETTES.light;
  const shapes = useMemo(
    () => chartShapes(series, before, isCumulative, SIZE, budget),
    [series, before, isCumulative, budget],
  );
  const figures = seriesFigures(series, true);
  const { note } = sumNote(series.buckets, false);
  const { voucherAmount } = series.total;
  return (
    <section className={classes['printed']} data-printed aria-hidden="true">
      <h1>{props.title}</h1>
      <p>{props.subtitle}</p>
      <p className={classes['sum']}>
        {figures.total}
        {note !== '' && <small> {note}</small>}
      </p>
      {!isZero(voucherAmount) && (
        <p>
          {figures.voucher} by voucher, {figures.pay} to pay
        </p>
      )}
      {before !== undefined && (
        <p>
          {nameOfRange(props.beforeRange, now)}: {amountBefore(before)} (dashed)
        </p>
      )}
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} className={classes['chart']}>
        <ChartPicture
          shapes={shapes}
          series={series}
          names={names}
          palette={palette}
          hasPatterns
          id={id}
        />
      </svg>
      <p>{signsOf(series)}</p>
      <table>
        <tbody>
          {series.keys.map((key, index) => (
            <tr key={key.key ?? ''}>
              <td>
                <Swatch
                  className={classes['swatch']}
                  keyStyle={styleOf(names, key.key, palette)}
                  palette={palette}
                  hasPatterns
                />
                {keyName(key)}
              </td>
              <td>{figures.keys[index]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes['bars']}>
        <table>
          <tbody>
            {series.buckets.map((bucket, index) => (
              <tr key={bucket.start}>
                <td>
                  {bucketName(bucket, series.unit)}
                  {bucket.state !== 'final' && ` (${STATE_WORDS[bucket.state]})`}
                </td>
                <td>{figures.bars[index]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {props.notes.map((note) => (
        <p key={note} className={classes['note']}>
          {note}
        </p>
      ))}
    </section>
  );
}
