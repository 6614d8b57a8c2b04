/** Hundreds of clips: scrolling their cards beside a bare list of pictures, players at rest, memory. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright';
import { expect } from 'playwright/test';
import { BARE_LIST_SCRIPT, bareListPage } from '../../e2e/canvas/pages.ts';
import { chromiumLaunchOptions } from '../../e2e/support/chromium.ts';
import { startHost } from '../../e2e/support/host-process.ts';
import { startPractising } from '../../e2e/flows/studio.ts';
import { sleep, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { startFileServer } from './file-server.ts';
import { withPage } from './gesso.ts';
import { slowFrames } from './slow-frames.ts';
import { medianOf } from './statistics.ts';
import { pageBytes } from './window-memory.ts';

const CLIPS = {
  count: 300,
  /** Turns of the wheel down, and as many up again. */
  turns: 150,
  turn: 120,
  interval: 12,
  /** A longer frame is seen as a halt, milliseconds. */
  slowFrame: 50,
  settleMilliseconds: 1500,
  /** Clips that were opened before memory is measured first, and again. */
  first: 10,
  last: 100,
  /** Of these clips, pixels: as large as real ones. */
  across: 1024,
  down: 576,
  memoryFactor: 1.2,
} as const;

/** See the file comment. */
export async function measureClipList(context: BenchContext): Promise<readonly Figure[]> {
  const { count, slowFrame, first, last, across, down, memoryFactor } = CLIPS;
  const small = await fill(context, 'clips-small', count, 256, 144);
  const real = await fill(context, 'clips-real', last + 1, across, down);
  await using server = await startFileServer();
  const stills = await stillsIn(join(small, 'files'));
  stills.forEach((bytes, index) => server.put(`/${index}.webp`, bytes, 'image/webp'));
  server.put('/', Buffer.from(bareListPage(stills.length)), 'text/html');
  server.put('/bare-list.js', Buffer.from(BARE_LIST_SCRIPT), 'text/javascript');
  const bare: number[] = [];
  const gesso: number[] = [];
  let players = 0;
  await withVideoScreen(context, context.browser, small, async (page) => {
    for (let repetition = 0; repetition < context.repeat; repetition++) {
      context.say(`clips: ${repetition + 1} of ${context.repeat}`);
      bare.push(
        await withPage(context, async (other) => {
          await other.goto(server.baseUrl, { waitUntil: 'load' });
          return await scroll(other);
        }),
      );
      gesso.push(await scroll(page));
    }
    await openNext(page, 1);
    await sleep(CLIPS.settleMilliseconds);
    players = await playersAtRest(page);
  });
  context.say('clips: memory');
  const held = await openMany(context, real);
  const slow = medianOf(gesso, (frames) => frames);
  const most = medianOf(bare, (frames) => frames);
  return [
    {
      name: `${count} clips, scrolling: frames over ${slowFrame} ms`,
      unit: 'frames',
      gesso: slow,
      baseline: { name: 'bare list of <img>', value: most },
      bound: { text: 'no more', isMet: slow <= most },
    },
    {
      name: `${count} clips at rest: players and decoders`,
      unit: 'count',
      gesso: players,
      bound: { text: 'none', isMet: players === 0 },
    },
    withRatioBound(
      {
        name: `${last} clips opened and closed`,
        unit: 'MB',
        gesso: held.late / 1e6,
        baseline: { name: `after ${first}`, value: held.early / 1e6 },
      },
      memoryFactor,
    ),
  ];
}

/** @returns the data folder */
async function fill(
  context: BenchContext,
  name: string,
  count: number,
  width: number,
  height: number,
): Promise<string> {
  context.say(`clips: making ${count} of ${width} × ${height}`);
  const folder = join(context.folder, name);
  await mkdir(folder);
  const script = join(import.meta.dirname, 'processes', 'fill-clips.ts');
  const args = [script, folder, ...[count, width, height].map(String)];
  await promisify(execFile)(process.execPath, args);
  return join(folder, 'data');
}

async function stillsIn(folder: string): Promise<readonly Buffer[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = names
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  const files = await Promise.all(paths.map((path) => readFile(path)));
  return files.filter((bytes) => bytes.toString('latin1', 8, 12) === 'WEBP');
}

async function withVideoScreen<Result>(
  context: BenchContext,
  browser: Browser,
  dataFolder: string,
  act: (page: Page) => Promise<Result>,
): Promise<Result> {
  const host = await startHost(['--data-dir', dataFolder]);
  try {
    return await withPage({ ...context, browser }, async (page) => {
      countDecoders(page);
      await page.goto(host.url);
      await startPractising(page);
      await page.getByRole('button', { name: 'Video', exact: true }).click();
      await expect(page.getByRole('article').first()).toBeVisible();
      await sleep(CLIPS.settleMilliseconds);
      return await act(page);
    });
  } finally {
    await host.kill();
  }
}

/** Has each worker count its decoders that are open. */
function countDecoders(page: Page): void {
  page.on('worker', (worker) => {
    if (!worker.url().includes('clip.worker')) return;
    void worker.evaluate(() => {
      const scope = globalThis as unknown as Record<string, DecoderClass> & {
        openDecoders?: number;
      };
      for (const name of ['VideoDecoder', 'ImageDecoder']) {
        const Original = scope[name];
        if (Original === undefined) continue;
        scope[name] = class extends Original {
          isOpen = true;
          constructor(...parts: unknown[]) {
            super(...parts);
            scope.openDecoders = (scope.openDecoders ?? 0) + 1;
          }
          override close(): void {
            if (this.isOpen) scope.openDecoders = (scope.openDecoders ?? 0) - 1;
            this.isOpen = false;
            super.close();
          }
        };
      }
    });
  });
}

type DecoderClass = new (...parts: unknown[]) => { close(): void };

/** Elements that play, and decoders that are open, after scrolling and the opening of a clip. */
async function playersAtRest(page: Page): Promise<number> {
  const counts = await Promise.all(
    page
      .workers()
      .filter((worker) => worker.url().includes('clip.worker'))
      .map((worker) =>
        worker.evaluate(
          () => (globalThis as unknown as { openDecoders?: number }).openDecoders ?? 0,
        ),
      ),
  );
  return counts.reduce((sum, each) => sum + each, 0) + (await page.locator('video').count());
}

/** @returns frames that took too long */
async function scroll(page: Page): Promise<number> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(size.width - 150, size.height / 2);
  await sleep(CLIPS.settleMilliseconds);
  return await slowFrames(page, CLIPS.slowFrame, async () => {
    for (const direction of [1, -1]) {
      for (let turn = 0; turn < CLIPS.turns; turn++) {
        await page.mouse.wheel(0, direction * CLIPS.turn);
        await sleep(CLIPS.interval);
      }
    }
  });
}

/** A browser of its own: its processes hold nothing of other measurements. */
async function openMany(
  context: BenchContext,
  dataFolder: string,
): Promise<{ readonly early: number; readonly late: number }> {
  const browser = await chromium.launch(chromiumLaunchOptions('as used'));
  try {
    return await withVideoScreen(context, browser, dataFolder, async (page) => {
      await openNext(page, CLIPS.first);
      const early = await pageBytes(page, browser);
      await openNext(page, CLIPS.last - CLIPS.first);
      return { early, late: await pageBytes(page, browser) };
    });
  } finally {
    await browser.close();
  }
}

/** Goes through the clips one after the other, each until all its frames are there. */
async function openNext(page: Page, count: number): Promise<void> {
  const current = page.locator('article[aria-current]');
  for (let index = 0; index < count; index++) {
    const before = (await current.count()) === 0 ? '' : await current.getAttribute('data-id');
    await page.keyboard.press('ArrowDown');
    await expect(current).not.toHaveAttribute('data-id', before ?? '');
    // a line that needs every frame
    await expect(page.locator('[role="slider"] polyline')).toBeAttached({ timeout: 30_000 });
  }
}
