/** The sum of the period, its parts, and the stretch before it; the sum opens its rows. */
import { Text, Tooltip, UnstyledButton } from '@mantine/core';
import { isZero } from '../../../../shared/spend/exact-money.ts';
import type { SpendRange, SpendSeries } from '../../../../shared/contract/spend.ts';
import { formatExactly, spoken } from '../../../../shared/spend/exact-money.ts';
import { amountBefore, seriesFigures, sumNote } from '../model/figures.ts';
import { nameOfRange } from '../model/period.ts';
import classes from '../Spend.module.css';

export function Totals(props: {
  readonly series: SpendSeries | undefined;
  readonly before: SpendSeries | undefined;
  /** The zone whose days are shown; UTC unless given. */
  readonly zone: string | undefined;
  readonly beforeRange: SpendRange;
  /** Seconds. */
  readonly now: number;
  /** Bills are being read. */
  readonly isReading: boolean;
  readonly onOpen: () => void;
}) {
  const { series, before, beforeRange, zone, now, isReading, onOpen } = props;
  if (series === undefined) return <div className={classes['totals']} />;
  const { amount, voucherAmount, rows } = series.total;
  const { total, voucher, pay } = seriesFigures(series, false);
  const { isPartial, note } = sumNote(series.buckets, isReading);
  return (
    <div className={classes['totals']}>
      <Tooltip label={`Exactly ${formatExactly(amount)}. Show its rows`} position="bottom-start">
        <UnstyledButton
          className={classes['sum']}
          aria-label={`${spoken(total)}, show its rows`}
          data-partial={isPartial || undefined}
          disabled={rows === 0}
          onClick={onOpen}
        >
          {rows > 0 ? total : total === 'unknown' ? '–' : 'No charges'}
        </UnstyledButton>
      </Tooltip>
      <Text size="sm" c="dimmed">
        {note !== '' && `${note} · `}
        {zone === undefined ? 'UTC days' : `days of ${zone}`}
      </Text>
      {!isZero(voucherAmount) && (
        <Text size="sm">
          {voucher} by voucher, {pay} to pay
        </Text>
      )}
      {before !== undefined && (
        <Text size="sm" c="dimmed">
          {nameOfRange(beforeRange, now)}: {amountBefore(before)}
        </Text>
      )}
    </div>
  );
}
