import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { openPhoto, startPractising } from '../../e2e/flows/studio.ts';
import { BOUNDS } from './bounds.ts';
import {
  inTurns,
  openSession,
  photoFile,
  photoSize,
  sleep,
  SLOW_FRAME,
  withGesso,
  withPage,
  type BenchContext,
} from './harness.ts';
import { serveFiles } from './processes.ts';
import { mean, medianOf, percentile, shareAbove } from './statistics.ts';
import { BRUSH, noteLatencies, paintStroke, setScreenBrush, type StrokeCost } from './strokes.ts';
import type { Figure, Unit } from './table.ts';

const PAINTING = {
  strokes: 10,
  rest: 1500,
} as const;

/** A canvas of the screen's size over an `<img>`, which draws the same strokes and keeps no mask. */
const BARE_PAGE = `<!doctype html><meta charset="utf-8"><title>Bare</title><style>
    html, body { margin: 0; height: 100%; overflow: hidden; background: #222; }
    img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }
    canvas { position: absolute; inset: 0; opacity: 0.5; }
  </style><img src="/photo.jpg" alt="" draggable="false"><canvas></canvas><script>
    const canvas = document.querySelector('canvas');
    canvas.width = innerWidth;
    canvas.height = innerHeight;
    const context = canvas.getContext('2d');
    context.lineWidth = ${BRUSH};
    context.lineCap = context.lineJoin = 'round';
    context.strokeStyle = '#ff3b6b';
    let last;
    addEventListener('pointerdown', (event) => { last = event; });
    addEventListener('pointerup', () => { last = undefined; });
    addEventListener('pointermove', (event) => {
      if (!last) return;
      context.beginPath();
      context.moveTo(last.clientX, last.clientY);
      for (const each of event.getCoalescedEvents()) context.lineTo(each.clientX, each.clientY);
      context.stroke();
      last = event;
    });
  </script>`;

/** Times in ms, shares from 0 to 1. */
interface Painted {
  readonly interval95: number;
  readonly slow: number;
  readonly latency95: number;
  readonly busy: number;
}

export async function measurePainting(context: BenchContext): Promise<readonly Figure[]> {
  await using server = await serveFiles({
    '/': [BARE_PAGE, 'text/html'],
    '/photo.jpg': [await readFile(await photoFile(context, 24)), 'image/jpeg'],
  });
  const { bare, small, large } = await inTurns(context, 'painting', {
    bare: () => withPage(context, (page) => paintOnBarePage(page, server.baseUrl)),
    small: () => paintInGesso(context, 4),
    large: () => paintInGesso(context, 50),
  });
  const bounds = BOUNDS.painting;
  const besideSmall = (name: string, unit: Unit, read: (run: Painted) => number): Figure => ({
    name: `50 MP: ${name}`,
    unit,
    gesso: medianOf(large, read),
    beside: ['4 MP', medianOf(small, read)],
    bound: bounds.size,
  });
  return [
    ...figuresAt('4 MP', small, bare),
    ...figuresAt('50 MP', large, bare),
    besideSmall('pointer move → frame, 95th percentile', 'ms', (run) => run.latency95),
    besideSmall('main thread busy', '%', (run) => run.busy),
  ];
}

function figuresAt(
  size: string,
  runs: readonly Painted[],
  bare: readonly Painted[],
): readonly Figure[] {
  const bounds = BOUNDS.painting;
  const figure = (
    name: string,
    unit: Unit,
    read: (run: Painted) => number,
    bound: Figure['bound'],
  ): Figure => ({
    name: `${size}: ${name}`,
    unit,
    gesso: medianOf(runs, read),
    beside: ['canvas over <img>', medianOf(bare, read)],
    ...(bound === undefined ? {} : { bound }),
  });
  return [
    figure('frame interval, 95th percentile', 'ms', (run) => run.interval95, bounds.interval),
    figure('frames over 33 ms', '%', (run) => run.slow, bounds.slowFrames),
    figure('pointer move → frame, 95th percentile', 'ms', (run) => run.latency95, bounds.latency),
    figure('main thread busy', '%', (run) => run.busy, bounds.busy),
  ];
}

async function paintOnBarePage(page: Page, baseUrl: string): Promise<Painted> {
  await noteLatencies(page);
  await page.goto(baseUrl, { waitUntil: 'load' });
  return summarise(await paint(page));
}

async function paintInGesso(context: BenchContext, megapixels: number): Promise<Painted> {
  const path = await photoFile(context, megapixels);
  return withGesso(
    context,
    async ({ page }) => {
      await startPractising(page);
      await openPhoto(page, path);
      await setScreenBrush(page, photoSize(megapixels).width);
      return summarise(await paint(page));
    },
    noteLatencies,
  );
}

async function paint(page: Page): Promise<readonly StrokeCost[]> {
  const session = await openSession(page);
  await sleep(PAINTING.rest);
  const costs: StrokeCost[] = [];
  for (let stroke = 0; stroke < PAINTING.strokes; stroke++) {
    costs.push(await paintStroke(page, session, stroke));
  }
  return costs;
}

function summarise(costs: readonly StrokeCost[]): Painted {
  const intervals = costs.flatMap((cost) => cost.intervals);
  return {
    interval95: percentile(intervals, 0.95),
    slow: shareAbove(intervals, SLOW_FRAME),
    latency95: percentile(
      costs.flatMap(({ latencies }) => latencies),
      0.95,
    ),
    busy: mean(costs.map(({ busy }) => busy)),
  };
}
