/** The sum of the period, its parts, and the stretch before it; the sum opens its rows. */
import { Text, Tooltip, UnstyledButton } from '@mantine/core';
import { isZero } from '../../../../shared/spend/exact-money.ts';
import type { SpendRange, SpendSeries } from '../../../../shared/contract/spend.ts';
import {
  formatAmount,
  formatExactly,
  partsOfTotal,
  spokenAmount,
} from '../../../../shared/spend/exact-money.ts';
import { nameOfRange } from '../model/period.ts';
import classes from '../Spend.module.css';

export function Totals(props: {
  readonly series: SpendSeries | undefined;
  readonly before: SpendSeries | undefined;
  /** The zone whose days are shown; UTC unless given. */
  readonly zone: string | undefined;
  readonly beforeRange: SpendRange;
  /** The bills of the practice service. */
  readonly isPractice: boolean;
  /** Seconds. */
  readonly now: number;
  readonly onOpen: () => void;
}) {
  const { series, before, beforeRange, isPractice, zone, now, onOpen } = props;
  if (series === undefined) return <div className={classes['totals']} />;
  const { amount, voucherAmount, payAmount, rows } = series.total;
  const [voucherText, payText] = partsOfTotal(amount, [voucherAmount, payAmount]);
  const isOpen = series.buckets.some(({ state }) => state !== 'settled');
  return (
    <div className={classes['totals']}>
      <Tooltip label={`Exactly ${formatExactly(amount)}. Show its rows`}>
        <UnstyledButton
          className={classes['sum']}
          aria-label={`${spokenAmount(amount)}, show its rows`}
          disabled={rows === 0}
          onClick={onOpen}
        >
          {rows === 0 && isOpen ? '–' : formatAmount(amount)}
        </UnstyledButton>
      </Tooltip>
      <Text size="sm" c="dimmed">
        {isOpen && 'so far · '}
        {zone === undefined ? 'UTC days' : `days of ${zone}`}
      </Text>
      {isPractice && <Text size="sm">Made-up bills, to practise with</Text>}
      {!isZero(voucherAmount) && (
        <Text size="sm">
          {voucherText} by voucher, {payText} to pay
        </Text>
      )}
      {before !== undefined && (
        <Text size="sm" c="dimmed">
          {nameOfRange(beforeRange, now)}: {formatAmount(before.total.amount)}
        </Text>
      )}
    </div>
  );
}
