/** Painting 20 long strokes: the cost of a frame, early and late, beside that of the simplest painter. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { BARE_SCRIPT, barePage } from '../../e2e/canvas/pages.ts';
import { installProbe, paintStroke, STROKES, type StrokeCost } from '../../e2e/canvas/probe.ts';
import { openPhoto, startPractising } from '../../e2e/flows/studio.ts';
import { readPlacement, setBrush } from './canvas-page.ts';
import { photoFile, sleep, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { startFileServer } from './file-server.ts';
import { withGesso, withPage } from './gesso.ts';
import { isWithin, mean, median, medianOf, percentile95, shareAbove } from './statistics.ts';
import { measureUndo, type UndoCost } from './mask-undo.ts';

const PAINTING = {
  /** Sizes of the photos. */
  megapixels: [4, 16, 24, 50],
  /** The one beside the bare painter. */
  compared: 24,
  /** Strokes of the bare painter: each costs the same. */
  bareStrokes: 10,
  /** A longer frame is seen as a stumble at 60 frames a second, milliseconds. */
  slowFrame: 33,
  /** Strokes that count as early, and as late. */
  ends: 5,
  /** Late strokes may have this many times the slow frames of early ones. */
  lateFactor: 1.2,
  /** Frame interval and latency of Gesso beside the bare painter's. */
  intervalFactor: 1.5,
  latencyFactor: 1.2,
  /** The largest photo beside the smallest. */
  sizeFactor: 1.3,
  /** Half of the share that the leanest of the well-known programs needs (38 % on a quiet machine). */
  busyShare: 0.19,
  /** The main thread beside the bare painter's, over all sizes. */
  busyFactor: 1.4,
  /** Strokes that are undone at the end; the median counts. */
  undone: 5,
  settleMilliseconds: 1500,
} as const;

/** Figures of one run of strokes. Times in milliseconds, shares from 0 to 1. */
interface Painted {
  readonly interval95: number;
  readonly slow: number;
  readonly slowEarly: number;
  readonly slowLate: number;
  readonly framesPerStroke: number;
  readonly latency95: number;
  readonly busyEarly: number;
  readonly busyLate: number;
  readonly undo: UndoCost;
}

/** @returns the costs at each size beside a plain canvas over an `<img>`, and the largest beside the smallest */
export async function measurePainting(context: BenchContext): Promise<readonly Figure[]> {
  const { megapixels, compared } = PAINTING;
  await using server = await startFileServer();
  server.put('/', Buffer.from(barePage('/photo.jpg')), 'text/html');
  server.put('/bare.js', Buffer.from(BARE_SCRIPT), 'text/javascript');
  server.put('/photo.jpg', await readFile(await photoFile(context, compared)), 'image/jpeg');
  const bareRuns: Painted[] = [];
  const runs = new Map<number, Painted[]>(megapixels.map((size) => [size, []]));
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`painting: ${repetition + 1} of ${context.repeat}`);
    for (const size of megapixels) {
      if (size === compared) {
        bareRuns.push(await withPage(context, (page) => paintOnBarePage(page, server.baseUrl)));
      }
      runs.get(size)?.push(await paintInGesso(context, size));
    }
  }
  const bare = medianOfRuns(bareRuns);
  const bySize = megapixels.map((size) => ({ size, run: medianOfRuns(runs.get(size) ?? []) }));
  return [
    ...bySize.flatMap(({ size, run }) => figuresAt(size, run, bare)),
    overall(
      bySize.map(({ run }) => run),
      bare,
    ),
    ...largest(bySize),
  ];
}

function busyOf(run: Painted): number {
  return (run.busyEarly + run.busyLate) / 2;
}

/** The main thread over all sizes, beside the bare painter's. */
function overall(runs: readonly Painted[], bare: Painted): Figure {
  return withRatioBound(
    {
      name: 'all sizes: main thread busy',
      unit: '%',
      gesso: mean(runs.map(busyOf)),
      baseline: { name: 'canvas over <img>', value: busyOf(bare) },
    },
    PAINTING.busyFactor,
  );
}

/** The largest photo beside the smallest: painting must not cost more for it. */
function largest(
  bySize: readonly { readonly size: number; readonly run: Painted }[],
): readonly Figure[] {
  const first = bySize.at(0);
  const last = bySize.at(-1);
  if (first === undefined || last === undefined) return [];
  const figure = (name: string, unit: 'ms' | '%', read: (run: Painted) => number): Figure =>
    withRatioBound(
      {
        name: `${last.size} MP: ${name}`,
        unit,
        gesso: read(last.run),
        baseline: { name: `${first.size} MP`, value: read(first.run) },
      },
      PAINTING.sizeFactor,
    );
  return [
    figure('pointer move → frame, 95th percentile', 'ms', (run) => run.latency95),
    figure('main thread busy', '%', busyOf),
  ];
}

function figuresAt(megapixels: number, run: Painted, bare: Painted): readonly Figure[] {
  const at = `${megapixels} MP:`;
  const { lateFactor, busyShare } = PAINTING;
  const beside = (value: number) => ({ name: 'canvas over <img>', value });
  const busy = (name: string, gesso: number, value: number): Figure => ({
    name: `${at} main thread busy, strokes ${name}`,
    unit: '%',
    gesso,
    baseline: beside(value),
    bound: { text: `≤ ${busyShare * 100} %`, isMet: gesso <= busyShare },
  });
  return [
    withRatioBound(
      {
        name: `${at} frame interval, 95th percentile`,
        unit: 'ms',
        gesso: run.interval95,
        baseline: beside(bare.interval95),
      },
      PAINTING.intervalFactor,
    ),
    {
      name: `${at} frames over 33 ms, all strokes`,
      unit: '%',
      gesso: run.slow,
      baseline: beside(bare.slow),
      bound: { text: 'no more', isMet: run.slow <= bare.slow },
    },
    {
      name: `${at} frames over 33 ms, strokes 16–20`,
      unit: '%',
      gesso: run.slowLate,
      baseline: { name: 'strokes 1–5', value: run.slowEarly },
      bound: {
        text: `ratio ≤ ${lateFactor}`,
        isMet: isWithin(run.slowLate, run.slowEarly, lateFactor),
      },
    },
    {
      name: `${at} frames per stroke`,
      unit: 'frames',
      gesso: run.framesPerStroke,
      baseline: beside(bare.framesPerStroke),
    },
    withRatioBound(
      {
        name: `${at} pointer move → frame, 95th percentile`,
        unit: 'ms',
        gesso: run.latency95,
        baseline: beside(bare.latency95),
      },
      PAINTING.latencyFactor,
    ),
    busy('1–5', run.busyEarly, bare.busyEarly),
    busy('16–20', run.busyLate, bare.busyLate),
    { name: `${at} undo of a stroke: key → frame`, unit: 'ms', gesso: run.undo.milliseconds },
    {
      name: `${at} undo of a stroke: frames`,
      unit: 'frames',
      gesso: run.undo.frames,
      bound: { text: '1 frame', isMet: run.undo.frames <= 1 },
    },
  ];
}

/** A canvas of the screen's size over an `<img>`, which draws the same strokes and keeps no mask. */
async function paintOnBarePage(page: Page, baseUrl: string): Promise<Painted> {
  await installProbe(page);
  await page.goto(baseUrl, { waitUntil: 'load' });
  const costs = await paint(page, PAINTING.bareStrokes);
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
    slow: shareAbove(intervals(costs), PAINTING.slowFrame),
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
    slow: medianOf(runs, (run) => run.slow),
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
