/** The keys of the chart with their sums, which together are the sum above: a name filters by it, a sum opens its rows. */
import { Tooltip, UnstyledButton } from '@mantine/core';
import type { SpendSeries } from '../../../../shared/contract/spend.ts';
import { formatExactly } from '../../../../shared/spend/exact-money.ts';
import { keyName } from '../model/chart-words.ts';
import { seriesFigures } from '../model/figures.ts';
import { Swatch } from './Pattern.tsx';
import { lookOf, type Palette } from './palette.ts';
import classes from '../Spend.module.css';

export function Legend(props: {
  readonly series: SpendSeries;
  /** The stretch before the period. */
  readonly before: SpendSeries | undefined;
  readonly names: readonly string[];
  readonly palette: Palette;
  readonly hasPatterns: boolean;
  /** Shows a key alone; missing for keys that cannot be shown alone. */
  readonly onlyOf: (key: string | undefined) => (() => void) | undefined;
  readonly onOpen: (key: number) => void;
}) {
  const { series, before, names, palette, hasPatterns, onlyOf, onOpen } = props;
  const figures = seriesFigures(series, false);
  return (
    <ul className={classes['legend']} aria-label="Colours of the chart">
      {series.keys.map((key, index) => {
        const name = keyName(key);
        const only = series.keys.length > 1 ? onlyOf(key.key) : undefined;
        return (
          <li key={key.key ?? ''} className={classes['key']}>
            <Tooltip label={only === undefined ? 'Show its rows' : `Show only ${name}`}>
              <UnstyledButton
                className={classes['keyButton'] ?? ''}
                onClick={only ?? (() => onOpen(index))}
              >
                <Swatch
                  className={classes['swatch']}
                  look={lookOf(names, key.key, palette)}
                  palette={palette}
                  hasPatterns={hasPatterns}
                />
                <span className={classes['keyName']}>{name}</span>
              </UnstyledButton>
            </Tooltip>
            <Tooltip label={`Exactly ${formatExactly(key.total.amount)}. Show its rows`}>
              <UnstyledButton
                className={classes['number'] ?? ''}
                aria-label={`${name}: ${figures.keys[index] ?? ''}, show the rows`}
                onClick={() => onOpen(index)}
              >
                {figures.keys[index]}
              </UnstyledButton>
            </Tooltip>
            <span className={classes['change']}>{changeOf(before, key)}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** "+1.2 %" on the period before, where that is known and had this key. */
function changeOf(
  before: SpendSeries | undefined,
  { key, total }: SpendSeries['keys'][number],
): string {
  const then = before?.keys.find((each) => each.key === key)?.total.amount;
  const isPartial = before?.buckets.some(({ state }) => state === 'unknown') ?? true;
  if (then === undefined || isPartial || Number(then.exact) === 0) return '';
  const share = (Number(total.amount.exact) / Number(then.exact) - 1) * 100;
  const digits = Math.abs(share) < 10 ? 1 : 0;
  return `${share < 0 ? '−' : '+'}${Math.abs(share).toFixed(digits)} %`;
}
