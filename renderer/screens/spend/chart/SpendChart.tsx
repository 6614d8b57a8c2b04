import { Box, VisuallyHidden, Group, Text } from '@mantine/core';
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import type { SpendRange, SpendSeries } from '../../../../shared/contract/spend.ts';
import { forScreenReader } from '../../../../shared/spend/exact-money.ts';
import { endSpan, useSpend, type BarPlace } from '../session/use-spend.ts';
import { useTextScale } from '../../../core/ui/text-scale.ts';
import { ChartPicture } from './ChartPicture.tsx';
import { bucketName, keyName, STATE_WORDS } from '../model/chart-words.ts';
import { largestBar } from '../model/bar-totals.ts';
import { barFigures } from '../model/figures.ts';
import type { BudgetLine } from '../model/budget-line.ts';
import { chartShapes, hitTest, MARGIN } from './geometry.ts';
import { styleOf, type Palette } from './palette.ts';
import shared from '../../../core/ui/shared.module.css';
import { Swatch } from './Pattern.tsx';
import { HAIRLINE } from '../../../core/ui/hairline.ts';

type Amounts = Pick<SpendSeries, 'amounts' | 'buckets'>;

function keysOfBar({ amounts }: Pick<SpendSeries, 'amounts'>, bar: number): readonly number[] {
  return [...amounts.keys()].filter((key) => amounts[key]?.[bar] != null);
}

/**
 * @param key as in keyboard events
 * @param withControl moves by seven bars
 * @returns the same place for any other key
 */
export function moveCursor(
  place: BarPlace | undefined,
  key: string,
  withControl: boolean,
  series: Amounts,
  largest: number,
): BarPlace | undefined {
  const last = series.buckets.length - 1;
  if (last < 0) return undefined;
  const { bar, key: part } = place ?? { bar: last, key: undefined };
  const to = (next: number): BarPlace => ({ bar: Math.min(last, Math.max(0, next)), key: part });
  const step = withControl ? 7 : 1;
  switch (key) {
    case 'ArrowLeft':
      return place === undefined ? { bar: last, key: undefined } : to(bar - step);
    case 'ArrowRight':
      return place === undefined ? { bar: 0, key: undefined } : to(bar + step);
    case 'PageUp':
      return to(bar - 7);
    case 'PageDown':
      return to(bar + 7);
    case 'Home':
      return to(0);
    case 'End':
      return to(last);
    case 't':
    case 'T':
      return to(largest);
    case 'ArrowUp':
    case 'ArrowDown': {
      const all = keysOfBar(series, bar);
      const order: readonly (number | undefined)[] = [undefined, ...all];
      const at = Math.max(0, order.indexOf(part));
      const next = Math.min(order.length - 1, Math.max(0, at + (key === 'ArrowUp' ? 1 : -1)));
      return { bar, key: order[next] };
    }
    default:
      return place;
  }
}

function ChartTip(props: {
  readonly series: SpendSeries;
  readonly names: readonly string[];
  readonly palette: Palette;
  readonly hasPatterns: boolean;
  readonly place: BarPlace;
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

/** A shorter drag is a click, CSS pixels. */
const LEAST_DRAG = 5;

/** Pause of the keys before the place is read out, ms. */
const SPEAK_AFTER = 150;

export function SpendChart(props: {
  readonly series: SpendSeries;
  readonly before: SpendSeries | undefined;
  readonly isCumulative: boolean;
  /** Of the rows below the chart, if they are not all. */
  readonly opened: SpendRange | undefined;
  readonly budget?: BudgetLine | undefined;
  readonly names: readonly string[];
  readonly palette: Palette;
  readonly hasPatterns: boolean;
  readonly size: { readonly width: number; readonly height: number };
  readonly onOpen: (bar: number, key: number | undefined) => void;
  readonly onZoom: (from: number, to: number) => void;
  readonly onBack: () => void;
}) {
  const { series, before, isCumulative, opened, budget, onOpen, onZoom, onBack } = props;
  const { width, height } = props.size;
  // drawn at normal text size, then scaled with the text
  const textScale = useTextScale();
  const size = useMemo(
    () => ({ width: width / textScale, height: height / textScale }),
    [width, height, textScale],
  );
  const at = useSpend((state) => state.at);
  const dragged = useSpend((state) => state.dragged);
  const id = useId();
  const shapes = useMemo(
    () => chartShapes(series, before, isCumulative, size, budget),
    [series, before, isCumulative, size, budget],
  );
  const press = useRef<{ readonly x: number; readonly bar: number }>(undefined);
  const last = series.buckets.length - 1;
  const largest = useMemo(() => largestBar(series), [series]);
  const place = at !== undefined && at.bar < series.buckets.length ? at : undefined;
  const spoken = useSpoken(series, place);

  const within = (event: PointerEvent<SVGSVGElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - left) / textScale, y: (event.clientY - top) / textScale };
  };

  function moved(event: PointerEvent<SVGSVGElement>): void {
    const { x, y } = within(event);
    const { bar, key } = hitTest(shapes, x, y);
    const start = press.current;
    if (start !== undefined && Math.abs(x - start.x) > LEAST_DRAG && start.bar >= 0) {
      useSpend.setState({
        dragged: { from: start.bar, to: bar >= 0 ? bar : x < shapes.left ? 0 : last },
      });
    }
    useSpend.setState({ at: bar < 0 ? undefined : { bar, key } });
  }

  function released(event: PointerEvent<SVGSVGElement>): void {
    const start = press.current;
    press.current = undefined;
    const bars = endSpan();
    if (start === undefined) return;
    if (bars !== undefined) return onZoom(bars.from, bars.to);
    const { x, y } = within(event);
    const { bar, key } = hitTest(shapes, x, y);
    if (bar >= 0) onOpen(bar, key);
  }

  function pressed(event: KeyboardEvent): void {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (altKey) return;
    if (key === 'Escape') {
      if (dragged === undefined && press.current === undefined && place === undefined) return;
      press.current = undefined;
      useSpend.setState({ dragged: undefined, at: undefined });
    } else if (key === 'Backspace') onBack();
    else if (key === 'Enter' || key === ' ') {
      const bars = endSpan();
      if (bars !== undefined) onZoom(bars.from, bars.to);
      else if (place !== undefined) onOpen(place.bar, place.key);
    } else {
      const next = moveCursor(place, key, ctrlKey || metaKey, series, largest);
      if (next === place || next === undefined) return;
      const isSpan = shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight');
      const from = dragged?.from ?? place?.bar ?? next.bar;
      useSpend.setState({ at: next, dragged: isSpan ? { from, to: next.bar } : undefined });
    }
    event.preventDefault();
    event.stopPropagation();
  }

  const bar = place === undefined ? undefined : shapes.bars[place.bar];
  const openedIndex = series.buckets.findIndex(
    ({ start, end }) => start === opened?.start && end === opened.end,
  );
  const openedBar = series.buckets.length > 1 ? shapes.bars[openedIndex] : undefined;
  const span = dragged && spanOf(dragged, shapes.bars);
  return (
    <Box pos="relative" h="100%" className={shared['numbers'] ?? ''} style={{ overflow: 'hidden' }}>
      <svg
        style={{
          display: 'block',
          touchAction: 'pan-y',
          outlineOffset: 'calc(-1 * var(--gesso-outline))',
        }}
        width={width}
        height={height}
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="group"
        aria-roledescription="chart"
        aria-label="Spend"
        aria-describedby={`${id}-hint`}
        tabIndex={0}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const { x, y } = within(event);
          press.current = { x, bar: hitTest(shapes, x, y).bar };
        }}
        onPointerMove={moved}
        onPointerUp={released}
        onPointerCancel={() => {
          press.current = undefined;
          useSpend.setState({ dragged: undefined });
        }}
        onPointerLeave={() => useSpend.setState({ at: undefined })}
        onKeyDown={pressed}
      >
        {openedBar !== undefined && (
          <rect
            fill="var(--gesso-selected)"
            rx={4}
            x={openedBar.x - 3}
            width={openedBar.width + 6}
            y={MARGIN.top}
            height={size.height - MARGIN.top - MARGIN.bottom}
          />
        )}
        <ChartPicture
          shapes={shapes}
          series={series}
          names={props.names}
          palette={props.palette}
          hasPatterns={props.hasPatterns}
          id={id}
        />
        {bar !== undefined && (
          <rect
            fill="none"
            pointerEvents="none"
            stroke="var(--gesso-text)"
            strokeOpacity={0.6}
            x={bar.x - 1}
            width={bar.width + 2}
            y={0}
            height={size.height - 28}
          />
        )}
        {span !== undefined && (
          <rect
            fill="var(--gesso-accent)"
            fillOpacity={0.2}
            pointerEvents="none"
            x={span.x}
            width={span.width}
            y={0}
            height={size.height - 28}
          />
        )}
      </svg>
      {place !== undefined && bar !== undefined && (
        <ChartTip
          series={series}
          names={props.names}
          palette={props.palette}
          hasPatterns={props.hasPatterns}
          place={place}
          middle={(bar.x + bar.width / 2) * textScale}
          width={width}
        />
      )}
      <VisuallyHidden id={`${id}-hint`}>
        Arrow keys go from bar to bar and into a bar. Enter shows its rows, Shift and an arrow key
        select several bars.
      </VisuallyHidden>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </Box>
  );
}

/** Returns the announcement for screen readers, once the keys rest. */
function useSpoken(series: SpendSeries, place: BarPlace | undefined): string {
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const timer = setTimeout(
      () => setSpoken(place === undefined ? '' : words(series, place)),
      SPEAK_AFTER,
    );
    return () => clearTimeout(timer);
  }, [series, place]);
  return spoken;
}

function words(series: SpendSeries, { bar, key }: BarPlace): string {
  const bucket = series.buckets[bar];
  if (bucket === undefined) return '';
  const state = STATE_WORDS[bucket.state];
  const name = bucketName(bucket, series.unit) + (state === '' ? '' : `, ${state}`);
  const { total, parts } = barFigures(series, bar);
  if (key === undefined) return `${name}: ${forScreenReader(total)}`;
  const named = series.keys[key];
  const part = named === undefined ? '' : keyName(named);
  const text = parts.find((each) => each.key === key)?.text;
  if (text === undefined) return `${name}, ${part}: none`;
  return `${name}, ${part}: ${forScreenReader(text)} of ${forScreenReader(total)}`;
}

function spanOf(
  { from, to }: { readonly from: number; readonly to: number },
  bars: readonly { readonly x: number; readonly width: number }[],
) {
  const first = bars[Math.min(from, to)];
  const last = bars[Math.max(from, to)];
  if (first === undefined || last === undefined) return undefined;
  return { x: first.x, width: last.x + last.width - first.x };
}
