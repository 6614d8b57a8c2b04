/** The keys of the chart with their sums, which together are the sum above; each opens its rows. */
import { Tooltip, UnstyledButton } from '@mantine/core';
import type { SpendSeries } from '../../../../shared/contract/spend.ts';
import {
  formatAmount,
  formatCents,
  formatExactly,
  sharedCents,
} from '../../../../shared/spend/exact-money.ts';
import { keyName } from '../model/chart-words.ts';
import { lookOf, type Palette } from './palette.ts';
import classes from '../Spend.module.css';

export function Legend(props: {
  readonly series: SpendSeries;
  readonly names: readonly string[];
  readonly palette: Palette;
  readonly onOpen: (key: number) => void;
}) {
  const { series, names, palette, onOpen } = props;
  const cents = sharedCents(series.keys.map(({ total }) => total.amount.exact));
  return (
    <ul className={classes['legend']} aria-label="Colours of the chart">
      {series.keys.map((key, index) => {
        const { amount } = key.total;
        const rounded = cents[index] ?? 0n;
        const text = rounded === 0n ? formatAmount(amount) : formatCents(rounded);
        return (
          <li key={key.key ?? ''}>
            <Tooltip label={`Exactly ${formatExactly(amount)}. Show its rows`}>
              <UnstyledButton className={classes['key']} onClick={() => onOpen(index)}>
                <span
                  className={classes['swatch']}
                  style={{ background: lookOf(names, key.key, palette).colour }}
                />
                <span className={classes['keyName']}>{keyName(key)}</span>
                <span className={classes['number']}>{text}</span>
              </UnstyledButton>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}
