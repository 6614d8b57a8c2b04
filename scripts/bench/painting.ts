/** Painting 20 long strokes: what a frame costs, early and late, beside moving over an empty page. */
import type { Page } from 'playwright';
import { EMPTY_PAGE } from '../../e2e/canvas/pages.ts';
import { installProbe, paintStroke, STROKES, type StrokeCost } from '../../e2e/canvas/probe.ts';
import { openPhoto, startPractising } from '../../e2e/flows/studio.ts';
import { readPlacement, setBrush } from './canvas-page.ts';
import { photoFile, sleep, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { startFileServer } from './file-server.ts';
import { withGesso, withPage } from './gesso.ts';
import { isWithin, mean, median, medianOf, percentile95, shareAbove } from './statistics.ts';
import { measureUndo, type UndoCost } from './undo.ts';

const PAINTING = {
  /** The photo that has bounds. */
  megapixels: 24,
  /** Others, measured once, to see that the size of the photo does not matter. */
  otherMegapixels: [4, 50],
  /** Strokes over the empty page: each costs the same. */
  emptyStrokes: 6,
  /** A longer frame is seen as a stumble at 60 frames a second, milliseconds. */
  slowFrame: 33,
  /** Strokes that count as early, and as late. */
  ends: 5,
  /** Late strokes may have this many times the slow frames of early ones. */
  lateFactor: 1.2,
  /** Frame interval of Gesso beside the empty page's. */
  intervalFactor: 1.5,
  /** Strokes that are undone at the end; the median counts. */
  undone: 5,
  settleMilliseconds: 1500,
} as const;

/** What one run of strokes came to. Times in milliseconds, shares from 0 to 1. */
interface Painted {
  readonly interval95: number;
  readonly slowEarly: number;
  readonly slowLate: number;
  readonly framesPerStroke: number;
  readonly latency95: number;
  readonly busyEarly: number;
  readonly busyLate: number;
  readonly undo: UndoCost;
}

/** @returns the costs at 24 megapixels with their bounds, then those at other sizes */
export async function measurePainting(context: BenchContext): Promise<readonly Figure[]> {
  await using server = await startFileServer();
  server.put('/', Buffer.from(EMPTY_PAGE), 'text/html');
  const empty: Painted[] = [];
  const painted: Painted[] = [];
  const others = new Map<number, Painted>();
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`painting: ${repetition + 1} of ${context.repeat}`);
    empty.push(await withPage(context, (page) => moveOverEmptyPage(page, server.baseUrl)));
    painted.push(await paintInGesso(context, PAINTING.megapixels));
    const other = PAINTING.otherMegapixels[repetition];
    if (other !== undefined) others.set(other, await paintInGesso(context, other));
  }
  for (const other of PAINTING.otherMegapixels) {
    if (!others.has(other)) others.set(other, await paintInGesso(context, other));
  }
  const bare = medianOfRuns(empty);
  return [
    ...figuresAt(PAINTING.megapixels, medianOfRuns(painted), bare, true),
    ...[...others].flatMap(([megapixels, run]) => figuresAt(megapixels, run, bare, false)),
  ];
}

function figuresAt(
  megapixels: number,
  run: Painted,
  bare: Painted,
  isBound: boolean,
): readonly Figure[] {
  const at = `${megapixels} MP:`;
  const beside = (value: number) => ({ name: 'empty page', value });
  const interval = {
    name: `${at} frame interval, 95th percentile`,
    unit: 'ms',
    gesso: run.interval95,
    baseline: beside(bare.interval95),
  } as const;
  const late: Figure = {
    name: `${at} frames over 33 ms, strokes 16–20`,
    unit: '%',
    gesso: run.slowLate,
    baseline: { name: 'strokes 1–5', value: run.slowEarly },
  };
  const { lateFactor } = PAINTING;
  const isFlat = isWithin(run.slowLate, run.slowEarly, lateFactor);
  return [
    isBound ? withRatioBound(interval, PAINTING.intervalFactor) : interval,
    isBound ? { ...late, bound: { text: `ratio ≤ ${lateFactor}`, isMet: isFlat } } : late,
    {
      name: `${at} frames per stroke`,
      unit: 'frames',
      gesso: run.framesPerStroke,
      baseline: beside(bare.framesPerStroke),
    },
    {
      name: `${at} pointer move → frame, 95th percentile`,
      unit: 'ms',
      gesso: run.latency95,
      baseline: beside(bare.latency95),
    },
    {
      name: `${at} main thread busy, strokes 1–5`,
      unit: '%',
      gesso: run.busyEarly,
      baseline: beside(bare.busyEarly),
    },
    {
      name: `${at} main thread busy, strokes 16–20`,
      unit: '%',
      gesso: run.busyLate,
      baseline: beside(bare.busyLate),
    },
    { name: `${at} undo of a stroke: key → frame`, unit: 'ms', gesso: run.undo.milliseconds },
    { name: `${at} undo of a stroke: frames`, unit: 'frames', gesso: run.undo.frames },
  ];
}

async function moveOverEmptyPage(page: Page, baseUrl: string): Promise<Painted> {
  await installProbe(page);
  await page.goto(baseUrl);
  const costs = await paint(page, PAINTING.emptyStrokes);
  return summarise(costs, { milliseconds: Number.NaN, frames: Number.NaN });
}

async function paintInGesso(context: BenchContext, megapixels: number): Promise<Painted> {
  const path = await photoFile(context, megapixels);
  return withGesso(
    context,
    async ({ page }) => {
      await startPractising(page);
      await openPhoto(page, path);
      const { scale } = await readPlacement(page);
      await setBrush(page, STROKES.brush / scale);
      const costs = await paint(page, STROKES.count);
      return summarise(costs, await undoStrokes(page));
    },
    installProbe,
  );
}

/** Undoes some of the strokes, one after another. */
async function undoStrokes(page: Page): Promise<UndoCost> {
  const costs: UndoCost[] = [];
  for (let stroke = 0; stroke < PAINTING.undone; stroke++) costs.push(await measureUndo(page));
  return {
    milliseconds: medianOf(costs, ({ milliseconds }) => milliseconds),
    frames: medianOf(costs, ({ frames }) => frames),
  };
}

async function paint(page: Page, count: number): Promise<readonly StrokeCost[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await sleep(PAINTING.settleMilliseconds);
  const costs: StrokeCost[] = [];
  for (let stroke = 0; stroke < count; stroke++) {
    costs.push(await paintStroke(page, session, stroke));
  }
  return costs;
}

function summarise(costs: readonly StrokeCost[], undo: UndoCost): Painted {
  const early = costs.slice(0, PAINTING.ends);
  const late = costs.slice(-PAINTING.ends);
  const intervals = (of: readonly StrokeCost[]) => of.flatMap((cost) => cost.intervals);
  return {
    interval95: percentile95(intervals(costs)),
    slowEarly: shareAbove(intervals(early), PAINTING.slowFrame),
    slowLate: shareAbove(intervals(late), PAINTING.slowFrame),
    framesPerStroke: median(costs.map(({ frames }) => frames)),
    latency95: percentile95(costs.flatMap(({ latencies }) => latencies)),
    busyEarly: mean(early.map(({ busy }) => busy)),
    busyLate: mean(late.map(({ busy }) => busy)),
    undo,
  };
}

function medianOfRuns(runs: readonly Painted[]): Painted {
  return {
    interval95: medianOf(runs, (run) => run.interval95),
    slowEarly: medianOf(runs, (run) => run.slowEarly),
    slowLate: medianOf(runs, (run) => run.slowLate),
    framesPerStroke: medianOf(runs, (run) => run.framesPerStroke),
    latency95: medianOf(runs, (run) => run.latency95),
    busyEarly: medianOf(runs, (run) => run.busyEarly),
    busyLate: medianOf(runs, (run) => run.busyLate),
    undo: {
      milliseconds: medianOf(runs, (run) => run.undo.milliseconds),
      frames: medianOf(runs, (run) => run.undo.frames),
    },
  };
}
