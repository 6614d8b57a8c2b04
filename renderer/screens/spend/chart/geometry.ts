/**
 * The chart's shapes: stacked bars with what is negative below zero, one path for each key and state, the
 * outline of the stretch before, the sum so far. Numbers become floats here, to be drawn and never read
 * back. Pure.
 */
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { line, stack, stackOffsetDiverging, stackOrderNone } from 'd3-shape';
import { parseDecimal } from '../../../../shared/api/exact-decimal.ts';
import type { SpendBucket, SpendSeries } from '../../../../shared/contract/spend.ts';
import { roomFor, tickTexts, type Tick } from './ticks.ts';

/** Dollars of the service's unit. */
const UNITS = 10_000;

/** Least space around the plot, CSS pixels: long numbers take more at their side. */
export const MARGIN = { left: 56, right: 56, top: 12, bottom: 28 } as const;

/** A bar narrower than this cannot be read, CSS pixels. */
export const LEAST_BAR = 3;

/** Bars that a plot of this width can show. */
export function barsThatFit(width: number): number {
  return Math.max(1, Math.min(700, Math.floor((width - MARGIN.left - MARGIN.right) / LEAST_BAR)));
}

/** One part of a bar. */
export interface Segment {
  readonly key: number;
  readonly top: number;
  readonly bottom: number;
}

/** Places are CSS pixels from the chart's upper left corner. */
export interface ChartShapes {
  readonly width: number;
  readonly height: number;
  /** Sides of the plot. */
  readonly left: number;
  readonly right: number;
  /** Left edge and width of each bar. */
  readonly bars: readonly { readonly x: number; readonly width: number }[];
  /** One path for each key and state of a bar. */
  readonly paths: readonly {
    readonly key: number;
    readonly state: SpendBucket['state'];
    readonly path: string;
  }[];
  /** Parts of each bar from the bottom up. */
  readonly segments: readonly (readonly Segment[])[];
  /** The outline of the stretch before. */
  readonly before: string | undefined;
  /** The sum so far, on its own scale at the right. */
  readonly cumulative: string | undefined;
  /** The budget's line. */
  readonly budget: number | undefined;
  readonly zero: number;
  readonly ticks: readonly Tick[];
  readonly sumTicks: readonly Tick[];
}

function dollars(exact: string | null | undefined): number {
  const decimal = exact == null ? undefined : parseDecimal(exact);
  return decimal === undefined ? 0 : Number(decimal.value) / 10 ** decimal.scale / UNITS;
}

/** Dollars of each bar of the stretch before; none where it was not read. */
function knownTotals(
  series: Pick<SpendSeries, 'amounts' | 'buckets'>,
): readonly (number | undefined)[] {
  return totals(series).map((sum, bar) =>
    series.buckets[bar]?.state === 'unknown' ? undefined : sum,
  );
}

/** Dollars of each bar. */
function totals(series: Pick<SpendSeries, 'amounts' | 'buckets'>): readonly number[] {
  return series.buckets.map((_, bucket) =>
    series.amounts.reduce((sum, ofKey) => sum + dollars(ofKey[bucket]), 0),
  );
}

/**
 * @param before the stretch before, bar for bar
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
  // both scales share their zero, and reach only as deep as they need
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
  const step = (right - left) / Math.max(1, buckets.length);
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

/** Lines at round numbers; where nothing was charged, at 0 alone. */
function ticksOf(scale: ScaleLinear<number, number>, isFlat: boolean): readonly Tick[] {
  const values = isFlat ? [0] : scale.ticks(4);
  const texts = tickTexts(values);
  return values.map((value, index) => ({ at: scale(value), text: texts[index] ?? '' }));
}

/** The top of a scale: the first tick that is no lower than the values. @returns more than 0 */
function niceTop(most: number, least: number): number {
  if (most <= 0) return least < 0 ? -least : 1;
  const ticks = scaleLinear().domain([0, most]).ticks(4);
  const last = ticks.at(-1) ?? most;
  const step = last - (ticks.at(-2) ?? 0);
  return last >= most || step <= 0 ? Math.max(last, most) : last + step;
}

/** Room below zero as a share of what is above it, with some air. */
function depthOf(least: number, top: number): number {
  return least < 0 ? (-least / top) * 1.08 : 0;
}

/** Steps at the height of each bar, below the axis for what is negative; a gap where nothing is known. */
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

/** The bar at a place, and the part of it. `bar` is -1 beside the bars. */
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

/** A tenth of a pixel is enough to draw with. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
