/** Numbers become floats here, only to be drawn and never read back. */
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { line, stack, stackOffsetDiverging, stackOrderNone } from 'd3-shape';
import { parseDecimal } from '../../../../shared/api/exact-decimal.ts';
import type { SpendBucket, SpendSeries } from '../../../../shared/contract/spend.ts';
import { LOCALE } from '../../../../shared/numbers.ts';

interface Tick {
  /** CSS pixels. */
  readonly at: number;
  readonly text: string;
}

/** More than any amount has, and as many as `Intl` writes safely. */
const MOST_DIGITS = 15;

/** Room for a character at 12 px, and for the gap next to it, CSS pixels. */
const CHARACTER_WIDTH = 7;
const GAP = 16;

/** @param values dollars, evenly spaced */
function tickTexts(values: readonly number[]): readonly string[] {
  const [first = 0, second = first] = values;
  const step = Math.abs(second - first);
  const needed = step > 0 ? Math.ceil(-Math.log10(step) - 1e-9) : 0;
  const digits = Math.min(MOST_DIGITS, Math.max(0, needed));
  // cents have two digits
  const shown = digits === 1 ? 2 : digits;
  const format = new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
  });
  return values.map((value) => {
    if (Math.abs(value) < step / 2 || value === 0) return '$0';
    return `${value < 0 ? '−' : ''}$${format.format(Math.abs(value))}`;
  });
}

/** Returns the width of the longest text, CSS pixels. */
export function roomFor(texts: readonly string[]): number {
  return GAP + CHARACTER_WIDTH * Math.max(0, ...texts.map(({ length }) => length));
}

/** Units of 1/10000 USD in a dollar. */
const UNITS = 10_000;

/** Least space around the plot, CSS pixels; long numbers take more on their side. */
export const MARGIN = { left: 32, right: 24, top: 12, bottom: 28 } as const;

/** Narrower bars cannot be read, and a few wider ones look like a large sum. CSS pixels. */
const [LEAST_BAR, MOST_BAR] = [3, 96] as const;

export function barsThatFit(width: number): number {
  return Math.max(1, Math.min(700, Math.floor((width - MARGIN.left - MARGIN.right) / LEAST_BAR)));
}

export interface Segment {
  readonly key: number;
  readonly top: number;
  readonly bottom: number;
}

/** Room for one name below the axis, CSS pixels. */
const NAME_WIDTH = 64;

/** Returns n, if every n-th bar has room for its name. */
export function namedBars(bars: number, width: number): number {
  return Math.max(1, Math.ceil((bars * NAME_WIDTH) / Math.max(1, width)));
}

/** CSS pixels from the chart's upper left corner. */
export interface ChartShapes {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly bars: readonly { readonly x: number; readonly width: number }[];
  readonly paths: readonly {
    readonly key: number;
    readonly state: SpendBucket['state'];
    readonly path: string;
  }[];
  /** From the bottom up. */
  readonly segments: readonly (readonly Segment[])[];
  readonly before: string | undefined;
  /** The cumulative sum, on its own scale on the right. */
  readonly cumulative: string | undefined;
  readonly budget: number | undefined;
  readonly zero: number;
  readonly ticks: readonly Tick[];
  readonly sumTicks: readonly Tick[];
}

function dollars(exact: string | null | undefined): number {
  const decimal = exact == null ? undefined : parseDecimal(exact);
  return decimal === undefined ? 0 : Number(decimal.value) / 10 ** decimal.scale / UNITS;
}

/** Dollars of each bar of the previous period; none if it was not read. */
function knownTotals(
  series: Pick<SpendSeries, 'amounts' | 'buckets'>,
): readonly (number | undefined)[] {
  return totals(series).map((sum, bar) =>
    series.buckets[bar]?.state === 'unknown' ? undefined : sum,
  );
}

function totals(series: Pick<SpendSeries, 'amounts' | 'buckets'>): readonly number[] {
  return series.buckets.map((_, bucket) =>
    series.amounts.reduce((sum, ofKey) => sum + dollars(ofKey[bucket]), 0),
  );
}

/**
 * @param before the previous period, bar for bar
 * @param withCumulative also draws the sum so far
 * @param budget its line, dollars
 */
export function chartShapes(
  series: Pick<SpendSeries, 'amounts' | 'buckets' | 'keys'>,
  before: Pick<SpendSeries, 'amounts' | 'buckets'> | undefined,
  withCumulative: boolean,
  size: { readonly width: number; readonly height: number },
  budget?: { readonly scale: 'bars' | 'sum'; readonly dollars: number },
): ChartShapes {
  const { buckets, amounts } = series;
  const stacked = stack<number, number>()
    .keys(amounts.keys())
    .value((bucket, key) => dollars(amounts[key]?.[bucket]))
    .order(stackOrderNone)
    .offset(stackOffsetDiverging)([...buckets.keys()]);
  const beforeTotals = before === undefined ? [] : knownTotals(before).slice(0, buckets.length);
  const knownBefore = beforeTotals.filter((sum) => sum !== undefined);
  const ends = stacked.flatMap((ofKey) => ofKey.flatMap(([from, to]) => [from, to]));
  const limit = budget?.scale === 'bars' ? budget.dollars : 0;
  const most = Math.max(0, ...ends, ...knownBefore, limit);
  const least = Math.min(0, ...ends, ...knownBefore);
  const sums = withCumulative ? runningSums(totals(series)) : [];
  const sumLimit = budget?.scale === 'sum' ? budget.dollars : 0;
  const top = niceTop(most, least);
  const sumTop = niceTop(Math.max(0, ...sums, sumLimit), Math.min(0, ...sums));
  // both scales share their zero, and go only as deep as they need
  const depth = Math.max(depthOf(least, top), depthOf(Math.min(0, ...sums), sumTop));
  const range = [Math.max(MARGIN.top + 1, size.height - MARGIN.bottom), MARGIN.top];
  const y = scaleLinear()
    .domain([-depth * top, top])
    .range(range);
  const sumScale = scaleLinear()
    .domain([-depth * sumTop, sumTop])
    .range(range);
  const isFlat = most === 0 && least === 0;
  const ticks = ticksOf(y, isFlat);
  const sumTicks = withCumulative ? ticksOf(sumScale, isFlat) : [];
  const textsOf = (of: readonly Tick[]) => of.map(({ text }) => text);
  const left = Math.max(MARGIN.left, roomFor(textsOf(ticks)));
  const rightRoom = Math.max(MARGIN.right, roomFor(textsOf(sumTicks)));
  const right = Math.max(left + 1, size.width - rightRoom);
  const step = Math.min(MOST_BAR, (right - left) / Math.max(1, buckets.length));
  const gap = step >= 6 ? Math.min(8, step * 0.2) : step >= LEAST_BAR ? 1 : 0;
  const bars = buckets.map((_, index) => ({
    x: left + index * step + gap / 2,
    width: Math.max(0.5, step - gap),
  }));

  const paths = new Map<string, { key: number; state: SpendBucket['state']; parts: string[] }>();
  const segments: Segment[][] = buckets.map(() => []);
  for (const [key, ofKey] of stacked.entries()) {
    for (const [index, [from, to]] of ofKey.entries()) {
      const bucket = buckets[index];
      const bar = bars[index];
      if (from === to || bucket === undefined || bar === undefined) continue;
      const [top, bottom] = [y(Math.max(from, to)), y(Math.min(from, to))];
      segments[index]?.push({ key, top, bottom });
      const id = `${key} ${bucket.state}`;
      const path = paths.get(id) ?? { key, state: bucket.state, parts: [] };
      paths.set(id, path);
      path.parts.push(
        `M${round(bar.x)} ${round(top)}h${round(bar.width)}V${round(bottom)}h${round(-bar.width)}z`,
      );
    }
  }
  const middle = (index: number) => (bars[index]?.x ?? 0) + (bars[index]?.width ?? 0) / 2;
  return {
    ...size,
    left,
    right,
    bars,
    paths: [...paths.values()].map(({ key, state, parts }) => ({
      key,
      state,
      path: parts.join(''),
    })),
    segments: segments.map((ofBar) => ofBar.toSorted((a, b) => b.bottom - a.bottom)),
    before: before === undefined ? undefined : outline(beforeTotals, bars, step, gap, y),
    cumulative: withCumulative
      ? (line<number>(
          (_, index) => middle(index),
          (sum) => sumScale(sum),
        )([...sums]) ?? undefined)
      : undefined,
    budget: budget && (budget.scale === 'bars' ? y(budget.dollars) : sumScale(budget.dollars)),
    zero: y(0),
    ticks,
    sumTicks,
  };
}

function ticksOf(scale: ScaleLinear<number, number>, isFlat: boolean): readonly Tick[] {
  const values = isFlat ? [0] : scale.ticks(4);
  const texts = tickTexts(values);
  return values.map((value, index) => ({ at: scale(value), text: texts[index] ?? '' }));
}

/** Returns the first tick at or above the values. @returns more than 0 */
function niceTop(most: number, least: number): number {
  if (most <= 0) return least < 0 ? -least : 1;
  const ticks = scaleLinear().domain([0, most]).ticks(4);
  const last = ticks.at(-1) ?? most;
  const step = last - (ticks.at(-2) ?? 0);
  return last >= most || step <= 0 ? Math.max(last, most) : last + step;
}

/** Returns the depth below zero as a share of the height above it, with some margin. */
function depthOf(least: number, top: number): number {
  return least < 0 ? (-least / top) * 1.08 : 0;
}

/** Draws steps at the height of each bar, with gaps where nothing is known. */
function outline(
  values: readonly (number | undefined)[],
  bars: ChartShapes['bars'],
  step: number,
  gap: number,
  y: (value: number) => number,
): string {
  return values
    .map((value, index) => {
      if (value === undefined) return '';
      const left = (bars[index]?.x ?? 0) - gap / 2;
      return `${index === 0 || values[index - 1] === undefined ? 'M' : 'L'}${round(left)} ${round(y(value))}h${round(step)}`;
    })
    .join('');
}

function runningSums(values: readonly number[]): readonly number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}

/** `bar` is -1 outside the bars. */
export function hitTest(
  shapes: Pick<ChartShapes, 'bars' | 'segments'>,
  x: number,
  y: number,
): { readonly bar: number; readonly key: number | undefined } {
  const [first] = shapes.bars;
  const last = shapes.bars.at(-1);
  if (first === undefined || last === undefined) return { bar: -1, key: undefined };
  const step = (last.x - first.x) / Math.max(1, shapes.bars.length - 1) || first.width;
  const left = first.x - (step - first.width) / 2;
  const bar = Math.floor((x - left) / step);
  if (bar < 0 || bar >= shapes.bars.length) return { bar: -1, key: undefined };
  const part = shapes.segments[bar]?.find(({ top, bottom }) => y >= top && y <= bottom);
  return { bar, key: part?.key };
}

/** A tenth of a pixel is precise enough. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
