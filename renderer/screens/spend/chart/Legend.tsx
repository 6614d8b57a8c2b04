import { Box, Group, Text, UnstyledButton } from '@mantine/core';
import type { SpendSeries } from '../../../../shared/contract/spend.ts';
import { type Amount, formatExactly } from '../../../../shared/spend/exact-money.ts';
import { keyName } from '../model/chart-words.ts';
import { seriesFigures } from '../model/figures.ts';
import { Swatch } from './Pattern.tsx';
import { styleOf, type Palette } from './palette.ts';
import shared from '../../../core/ui/shared.module.css';

const ROW = { gap: 'xs', wrap: 'nowrap', mih: 'var(--gesso-status)' } as const;

export function Legend(props: {
  readonly series: SpendSeries;
  readonly before: SpendSeries | undefined;
  readonly beforeName: string;
  readonly names: readonly string[];
  readonly palette: Palette;
  readonly hasPatterns: boolean;
  /** Returns `undefined` for keys that cannot be shown alone. */
  readonly onlyOf: (key: string | undefined) => (() => void) | undefined;
  readonly onOpen: (key: number) => void;
}) {
  const { series, before, beforeName, names, palette, hasPatterns, onlyOf, onOpen } = props;
  const figures = seriesFigures(series, false);
  const change = (then: Amount | undefined, now: Amount) =>
    before !== undefined && (
      <Text
        span
        inherit
        c="dimmed"
        ta="right"
        miw="var(--gesso-number)"
        className={shared['numbers'] ?? ''}
      >
        {changeOf(before, then, now)}
      </Text>
    );
  return (
    <Box
      flex="none"
      w="min(var(--gesso-inspector) - var(--gesso-space-2xl), 42%)"
      style={{ overflow: 'auto' }}
    >
      {before !== undefined && (
        <Group {...ROW} justify="flex-end" fz="xs" c="dimmed">
          <svg style={{ flex: 'none' }} width={12} height={12} aria-hidden="true">
            <path d="M0 6H12" stroke={palette.ghost} strokeDasharray="3 3" />
          </svg>
          {beforeName}
        </Group>
      )}
      <ul aria-label="Colours of the chart">
        {series.keys.map((key, index) => {
          const name = keyName(key);
          const only = series.keys.length > 1 ? onlyOf(key.key) : undefined;
          return (
            <Group
              key={key.key ?? ''}
              component="li"
              {...ROW}
              bdrs="sm"
              className={shared['choice'] ?? ''}
            >
              <Group
                data-tip={only === undefined ? 'Show its rows' : `Show only ${name}`}
                component={UnstyledButton}
                flex={1}
                gap="xs"
                wrap="nowrap"
                miw={0}
                onClick={only ?? (() => onOpen(index))}
              >
                <Swatch
                  keyStyle={styleOf(names, key.key, palette)}
                  palette={palette}
                  hasPatterns={hasPatterns}
                />
                <Text span inherit ta="left">
                  {name}
                </Text>
              </Group>
              <UnstyledButton
                data-tip={`Exactly ${formatExactly(key.total.amount)}. Show its rows`}
                className={shared['numbers'] ?? ''}
                ta="right"
                aria-label={`${name}: ${figures.keys[index] ?? ''}, show the rows`}
                onClick={() => onOpen(index)}
              >
                {figures.keys[index]}
              </UnstyledButton>
              {change(
                before?.keys.find((each) => each.key === key.key)?.total.amount,
                key.total.amount,
              )}
            </Group>
          );
        })}
      </ul>
      {series.keys.length > 1 && (
        <Group {...ROW} fw={600} className={shared['numbers'] ?? ''}>
          <Box flex={1}>Total</Box>
          {figures.total}
          {change(before?.total.amount, series.total.amount)}
        </Group>
      )}
    </Box>
  );
}

/** Returns "+1.2 %" if all of the previous period is known. */
function changeOf({ buckets }: SpendSeries, then: Amount | undefined, now: Amount): string {
  const isPartial = buckets.some(({ state }) => state === 'unknown');
  if (then === undefined || isPartial || Number(then.exact) === 0) return '';
  const share = (Number(now.exact) / Number(then.exact) - 1) * 100;
  const digits = Math.abs(share) < 10 ? 1 : 0;
  return `${share < 0 ? '−' : '+'}${Math.abs(share).toFixed(digits)} %`;
}
