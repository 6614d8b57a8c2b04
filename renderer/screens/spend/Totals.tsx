import { Group, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SpendRange, SpendSeries } from '../../../shared/contract/spend.ts';
import { formatExactly, isZero, forScreenReader } from '../../../shared/spend/exact-money.ts';
import { bucketName } from './model/chart-words.ts';
import { amountBefore, seriesFigures, sumNote } from './model/figures.ts';
import { nameOfRange } from './model/period.ts';
import { forecastSentence, money, roundedRange } from './forecast/forecast-words.ts';
import { useForecast } from './session/use-forecast.ts';
import shared from '../../core/ui/shared.module.css';
import { SmallNote } from '../../core/ui/variants.ts';

export function Totals(props: {
  readonly series: SpendSeries | undefined;
  readonly before: SpendSeries | undefined;
  readonly beforeRange: SpendRange;
  /** Seconds since 1970. */
  readonly now: number;
  readonly isReading: boolean;
  readonly onOpen: () => void;
  /** Missing for periods that are too long. */
  readonly onCompare: (() => void) | undefined;
}) {
  const { series, before, beforeRange, now, isReading, onOpen, onCompare } = props;
  if (series === undefined) return <Figures />;
  const { amount, voucherAmount, rows } = series.total;
  const { total, voucher, pay } = seriesFigures(series, false);
  const { isPartial, note } = sumNote(series.buckets, isReading);
  return (
    <Figures>
      <Figure
        isLarge
        name={note === '' ? 'In all' : note.replace(/^./u, (first) => first.toUpperCase())}
        note={before && `${nameOfRange(beforeRange, now)}: ${amountBefore(before)}`}
      >
        <UnstyledButton
          data-tip={`Exactly ${formatExactly(amount)}. Show its rows`}
          data-tip-side="bottom-start"
          {...AS_FIGURE}
          // bills are missing, so the figure is not reliable yet
          c={isPartial ? 'dimmed' : undefined}
          aria-label={`${forScreenReader(total)}, show its rows`}
          disabled={rows === 0}
          onClick={onOpen}
        >
          {rows > 0 ? total : total === 'unknown' ? '–' : 'No charges'}
        </UnstyledButton>
      </Figure>
      <Forecast />
      {!isZero(voucherAmount) && (
        <Figure name="To pay" note={`${voucher} by voucher`}>
          {pay}
        </Figure>
      )}
      {onCompare !== undefined && (
        <Figure name="From Gesso">
          <UnstyledButton
            display="block"
            fz="sm"
            fw={500}
            lh="inherit"
            c="var(--gesso-accent-text)"
            aria-label="Compare with Gesso’s calls"
            onClick={onCompare}
          >
            Compare…
          </UnstyledButton>
        </Figure>
      )}
    </Figures>
  );
}

const AS_FIGURE = { fz: 'inherit', fw: 'inherit', lh: 'inherit', lts: 'inherit' } as const;

function Figures({ children }: { readonly children?: ReactNode }) {
  return (
    <Group
      component="dl"
      gap="var(--gesso-space-xs) var(--gesso-space-2xl)"
      align="flex-start"
      mih="calc(var(--gesso-tray) - var(--gesso-space-2xs))"
      m={0}
      className={shared['numbers'] ?? ''}
    >
      {children}
    </Group>
  );
}

function Forecast() {
  const { data: spendForecast } = useForecast();
  if (spendForecast === undefined) return null;
  const { forecast, month } = spendForecast;
  const value =
    forecast.kind === 'range'
      ? roundedRange(forecast.low, forecast.high)
      : forecast.kind === 'uneven'
        ? money(forecast.atPace)
        : '–';
  const note =
    forecast.kind === 'range'
      ? '80 % likely'
      : forecast.kind === 'uneven'
        ? 'at the pace of 14 days'
        : forecast.kind === 'billed'
          ? 'ends today'
          : 'too few days yet';
  return (
    <Figure name="Forecast" note={`${bucketName(month, 'month')}, ${note}`}>
      <span data-tip={forecastSentence(spendForecast)} tabIndex={0}>
        {value}
      </span>
    </Figure>
  );
}

function Figure(props: {
  readonly name: string;
  readonly note?: string | undefined;
  readonly isLarge?: boolean;
  readonly children: ReactNode;
}) {
  const look = props.isLarge === true ? { size: 'xl', lts: '-0.02em' } : { lts: '-0.01em' };
  return (
    <div>
      <SmallNote component="dt">{props.name}</SmallNote>
      <Text component="dd" m={0} size="lg" fw={600} lh="xl" {...look}>
        {props.children}
      </Text>
      {props.note !== undefined && (
        <SmallNote component="dd" m={0}>
          {props.note}
        </SmallNote>
      )}
    </div>
  );
}
