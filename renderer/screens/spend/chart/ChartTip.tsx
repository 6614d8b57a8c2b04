import { Box, Group, Text } from '@mantine/core';
import type { SpendSeries } from '../../../../shared/contract/spend.ts';
import type { ChartPlace } from './chart-cursor.ts';
import { bucketName, keyName, STATE_WORDS } from '../model/chart-words.ts';
import { barFigures } from '../model/figures.ts';
import { Swatch } from './Pattern.tsx';
import { styleOf, type Palette } from './palette.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Spend.module.css';
import { HAIRLINE } from '../../../core/ui/hairline.ts';

export function ChartTip(props: {
  readonly series: SpendSeries;
  readonly names: readonly string[];
  readonly palette: Palette;
  readonly hasPatterns: boolean;
  readonly place: ChartPlace;
  /** Of the bar, CSS pixels from the chart's left edge. */
  readonly middle: number;
  readonly width: number;
}) {
  const { series, names, palette, place, middle, width } = props;
  const bucket = series.buckets[place.bar];
  if (bucket === undefined) return undefined;
  // the rows must add up to the sum below them
  const { total, parts } = barFigures(series, place.bar);
  const state = STATE_WORDS[bucket.state];
  const isLeft = middle > width / 2;
  return (
    <Box
      top="var(--gesso-space-xs)"
      miw="calc(2 * var(--gesso-label))"
      maw="var(--gesso-inspector)"
      p="xs"
      fz="xs"
      bg="var(--gesso-raised)"
      bdrs="sm"
      className={`${shared['over'] ?? ''} ${shared['numbers'] ?? ''}`}
      style={{
        zIndex: 2,
        border: HAIRLINE,
        ...(isLeft ? { right: width - middle + 12 } : { left: middle + 12 }),
      }}
      aria-hidden="true"
    >
      <Text inherit fw={600} mb="2xs">
        {bucketName(bucket, series.unit)}
        {state !== '' && `, ${state}`}
      </Text>
      {parts.map(({ key: index, text }) => {
        const key = series.keys[index];
        if (key === undefined) return undefined;
        return (
          <Group
            key={key.key ?? ''}
            gap="xs"
            wrap="nowrap"
            fw={index === place.key ? 600 : undefined}
          >
            <Swatch
              className={classes['swatch']}
              keyStyle={styleOf(names, key.key, palette)}
              palette={palette}
              hasPatterns={props.hasPatterns}
            />
            <Text span inherit truncate flex={1}>
              {keyName(key)}
            </Text>
            <span>{text}</span>
          </Group>
        );
      })}
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <span>In all</span>
        <span>{total}</span>
      </Group>
    </Box>
  );
}
