/**
 * What painting on the canvas costs, beside the least it can cost. Run by hand:
 * `node e2e/canvas/measure.ts [repetitions] [megapixels …]`. Prints a table; asserts nothing.
 */
import { chromium, type Browser, type Page } from 'playwright';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { noisePhoto } from './noise-photo.ts';
import { BARE_SCRIPT, barePage, EMPTY_PAGE, imagePage } from './pages.ts';
import { installProbe, median, paintStroke, quantile, STROKES, type StrokeCost } from './probe.ts';
import { startHarnessServer, type HarnessServer } from './server.ts';

const VIEWPORT = { width: 1440, height: 900 };
/** A frame longer than this (milliseconds) is seen as a stumble at 60 frames a second. */
const SLOW_FRAME = 33;

interface Result {
  readonly p95: number;
  readonly slowEarly: number;
  readonly slowLate: number;
  readonly p95Early: number;
  readonly p95Late: number;
  readonly framesEarly: number;
  readonly framesLate: number;
  readonly latency: number;
  readonly busy: number;
  readonly undo: number;
  readonly opened: number;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function intervals(of: readonly StrokeCost[]): readonly number[] {
  return of.flatMap((cost) => cost.intervals);
}

function slow(of: readonly StrokeCost[]): number {
  return intervals(of).filter((interval) => interval > SLOW_FRAME).length;
}

/** A page that has nothing to undo. */
function none(): Promise<number> {
  return Promise.resolve(Number.NaN);
}

function summarise(costs: readonly StrokeCost[], undo: number, opened: number): Result {
  const early = costs.slice(0, 5);
  const late = costs.slice(-5);
  return {
    p95: quantile(intervals(costs), 0.95),
    p95Early: quantile(intervals(early), 0.95),
    p95Late: quantile(intervals(late), 0.95),
    slowEarly: slow(early),
    slowLate: slow(late),
    framesEarly: median(early.map((cost) => cost.frames)),
    framesLate: median(late.map((cost) => cost.frames)),
    latency: quantile(
      costs.flatMap((cost) => cost.latencies),
      0.95,
    ),
    busy: costs.reduce((sum, cost) => sum + cost.busy, 0) / costs.length,
    undo,
    opened,
  };
}

async function withPage<T>(browser: Browser, act: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    await installProbe(page);
    return await act(page);
  } finally {
    await context.close();
  }
}

async function paint(page: Page, undo: () => Promise<number>, opened: number): Promise<Result> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const costs: StrokeCost[] = [];
  for (let stroke = 0; stroke < STROKES.count; stroke++) {
    costs.push(await paintStroke(page, session, stroke));
  }
  return summarise(costs, await undo(), opened);
}

/** Milliseconds from starting to load an `<img>` until the browser says that it has rendered it. */
function openImage(page: Page, url: string): Promise<number> {
  return page.evaluate((src) => {
    const image = document.querySelector('img') ?? new Image();
    const start = performance.now();
    return new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const [entry] = list.getEntries();
        if (entry !== undefined && 'renderTime' in entry) resolve(Number(entry.renderTime) - start);
      }).observe({ type: 'element' });
      image.setAttribute('elementtiming', 'photo');
      image.src = src;
    });
  }, url);
}

async function measureCore(page: Page, server: HarnessServer, url: string, megapixels: number) {
  await page.goto(server.url);
  const { width, height } = sizeOf(megapixels);
  const opened = await page.evaluate(
    async ({ url, size, brush }) => {
      const core = window.harness?.core;
      if (core === undefined) throw new Error('No harness.');
      const start = performance.now();
      await core.openPhoto({ id: url, size, url });
      await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve));
      const took = performance.now() - start;
      core.setToolSize('brush', brush / core.getSnapshot().view.scale);
      return took;
    },
    { url, size: { width, height }, brush: STROKES.brush },
  );
  const undo = (): Promise<number> =>
    page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      const start = performance.now();
      void window.harness?.core.history.undo();
      await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve));
      return performance.now() - start;
    });
  return paint(page, undo, opened);
}

function sizeOf(megapixels: number): { readonly width: number; readonly height: number } {
  const height = Math.round(Math.sqrt((megapixels * 1e6 * 2) / 3));
  return { width: Math.round(height * 1.5), height };
}

function medianResult(results: readonly Result[]): Result {
  const of = (read: (result: Result) => number): number => median(results.map(read));
  return {
    p95: of((r) => r.p95),
    p95Early: of((r) => r.p95Early),
    p95Late: of((r) => r.p95Late),
    slowEarly: of((r) => r.slowEarly),
    slowLate: of((r) => r.slowLate),
    framesEarly: of((r) => r.framesEarly),
    framesLate: of((r) => r.framesLate),
    latency: of((r) => r.latency),
    busy: of((r) => r.busy),
    undo: of((r) => r.undo),
    opened: of((r) => r.opened),
  };
}

function row(name: string, r: Result): string {
  const cells = [
    name,
    r.opened.toFixed(0),
    `${r.p95Early.toFixed(1)} / ${r.p95Late.toFixed(1)}`,
    `${r.slowEarly} / ${r.slowLate}`,
    `${r.framesEarly} / ${r.framesLate}`,
    r.latency.toFixed(1),
    (r.busy * 100).toFixed(1),
    r.undo.toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function main(): Promise<void> {
  const [repetitions = '3', ...chosen] = process.argv.slice(2);
  const sizes = chosen.length > 0 ? chosen.map(Number) : [4, 16, 24, 50];
  const server = await startHarnessServer();
  server.put('/empty.html', Buffer.from(EMPTY_PAGE), 'text/html');
  server.put('/bare.js', Buffer.from(BARE_SCRIPT), 'text/javascript');
  const results = new Map<string, Result[]>();
  const add = (name: string, result: Result): void => {
    results.set(name, [...(results.get(name) ?? []), result]);
    say(row(name, result));
  };
  try {
    for (const megapixels of sizes) {
      const photo = await noisePhoto(sizeOf(megapixels));
      server.put(`/photo-${megapixels}.jpg`, photo, 'image/jpeg');
      server.put(
        `/bare-${megapixels}.html`,
        Buffer.from(barePage(`/photo-${megapixels}.jpg`)),
        'text/html',
      );
      server.put(`/image-${megapixels}.html`, Buffer.from(imagePage('')), 'text/html');
    }
    for (let repetition = 0; repetition < Number(repetitions); repetition++) {
      const browser = await chromium.launch(chromiumLaunchOptions('as used'));
      const base = new URL(server.url).origin;
      add(
        'empty page',
        await withPage(browser, async (page) => {
          await page.goto(`${base}/empty.html`);
          return paint(page, none, Number.NaN);
        }),
      );
      for (const megapixels of sizes) {
        const url = `/photo-${megapixels}.jpg`;
        const image = await withPage(browser, async (page) => {
          await page.goto(`${base}/image-${megapixels}.html`);
          return openImage(page, url);
        });
        add(
          `bare page, ${megapixels} MP`,
          await withPage(browser, async (page) => {
            await page.goto(`${base}/bare-${megapixels}.html`, { waitUntil: 'load' });
            return paint(page, none, image);
          }),
        );
        add(
          `canvas, ${megapixels} MP`,
          await withPage(browser, (page) => measureCore(page, server, url, megapixels)),
        );
      }
      await browser.close();
    }
  } finally {
    await server.close();
  }
  say('');
  say(
    '| medians | visible after, ms | frame p95 early / late, ms | frames > 33 ms | frames per stroke | move → frame p95, ms | main thread busy, % | undo, ms |',
  );
  say('|---|--:|--:|--:|--:|--:|--:|--:|');
  for (const [name, list] of results) say(row(name, medianResult(list)));
}

await main();
