/** The memory of the window's processes with a painted photo, and after hundreds of strokes. */
import { chromium, type Browser, type Page } from 'playwright';
import { readFile } from 'node:fs/promises';
import { chromiumLaunchOptions } from '../../e2e/support/chromium.ts';
import { imagePage } from '../../e2e/canvas/pages.ts';
import { installProbe, paintStroke, STROKES } from '../../e2e/canvas/probe.ts';
import { openPhoto, startPractising } from '../../e2e/flows/studio.ts';
import { readPlacement, setBrush } from './canvas-page.ts';
import { photoFile, photoSize, sleep, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { startFileServer } from './file-server.ts';
import { withGesso, withPage } from './gesso.ts';
import { residentBytes } from './resident-memory.ts';
import { medianOf } from './statistics.ts';

const WINDOW_MEMORY = {
  megapixels: 16,
  /** Long strokes before the photo counts as painted. */
  strokes: 5,
  /** Strokes that must not pile up, and how long each is: short, or the run takes a quarter of an hour. */
  manyStrokes: 500,
  movesPerStroke: 12,
  /** Beside a page with the photo, one 8-bit and one RGBA copy of it. */
  pageFactor: 1.3,
  /** Beside the memory before the strokes and the pixels that they touched. */
  strokesFactor: 1.5,
  settleMilliseconds: 2500,
} as const;

interface Held {
  /** With the photo open and painted. Bytes. */
  readonly painted: number;
  readonly afterStrokes: number;
  /** Bits of the mask that the strokes touched, in bytes. */
  readonly touched: number;
}

/** @returns memory of all page processes, beside a bare page and beside itself before the strokes */
export async function measureWindowMemory(context: BenchContext): Promise<readonly Figure[]> {
  const { megapixels, manyStrokes, pageFactor, strokesFactor } = WINDOW_MEMORY;
  await using server = await startFileServer();
  server.put('/', Buffer.from(imagePage('/photo.jpg')), 'text/html');
  server.put('/photo.jpg', await readFile(await photoFile(context, megapixels)), 'image/jpeg');
  const bare: number[] = [];
  const held: Held[] = [];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`window memory: ${repetition + 1} of ${context.repeat}`);
    bare.push(await inBrowser(context, (own, browser) => holdCopies(own, browser, server.baseUrl)));
    held.push(await inBrowser(context, paintMuch));
  }
  const megabytes = (bytes: number) => bytes / 1e6;
  return [
    withRatioBound(
      {
        name: `${megapixels} MP open and painted: page processes`,
        unit: 'MB',
        gesso: megabytes(medianOf(held, ({ painted }) => painted)),
        baseline: {
          name: '<img>, 8-bit and RGBA copy',
          value: megabytes(medianOf(bare, (bytes) => bytes)),
        },
      },
      pageFactor,
    ),
    withRatioBound(
      {
        name: `after ${manyStrokes} strokes`,
        unit: 'MB',
        gesso: megabytes(medianOf(held, ({ afterStrokes }) => afterStrokes)),
        baseline: {
          name: 'before, and what they touched',
          value: megabytes(medianOf(held, ({ painted, touched }) => painted + touched)),
        },
      },
      strokesFactor,
    ),
  ];
}

/** A browser of its own: its processes hold nothing of other measurements. */
async function inBrowser<Result>(
  context: BenchContext,
  act: (context: BenchContext, browser: Browser) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch(chromiumLaunchOptions('as used'));
  try {
    return await act({ ...context, browser }, browser);
  } finally {
    await browser.close();
  }
}

function holdCopies(context: BenchContext, browser: Browser, baseUrl: string): Promise<number> {
  const { width, height } = photoSize(WINDOW_MEMORY.megapixels);
  return withPage(context, async (page) => {
    await page.goto(baseUrl, { waitUntil: 'load' });
    await page.evaluate(async (pixels) => {
      await document.querySelector('img')?.decode();
      Object.assign(window, {
        copies: [new Uint8Array(pixels).fill(1), new Uint8Array(pixels * 4).fill(1)],
      });
    }, width * height);
    return await pageBytes(page, browser);
  });
}

async function paintMuch(context: BenchContext, browser: Browser): Promise<Held> {
  const { megapixels, strokes, manyStrokes } = WINDOW_MEMORY;
  const path = await photoFile(context, megapixels);
  return withGesso(
    context,
    async ({ page }) => {
      await startPractising(page);
      await openPhoto(page, path);
      const { scale } = await readPlacement(page);
      await setBrush(page, STROKES.brush / scale);
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      for (let stroke = 0; stroke < strokes; stroke++) await paintStroke(page, session, stroke);
      const painted = await pageBytes(page, browser);
      let length = 0;
      for (let stroke = 0; stroke < manyStrokes; stroke++) length += await paintShort(page, stroke);
      const afterStrokes = await pageBytes(page, browser);
      const touchedPixels = (length * STROKES.brush) / (scale * scale);
      return { painted, afterStrokes, touched: touchedPixels / 8 };
    },
    installProbe,
  );
}

/** @returns its length, CSS pixels */
async function paintShort(page: Page, stroke: number): Promise<number> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const left = size.width / 2 - 250 + ((stroke * 37) % 400);
  const top = size.height / 2 - 250 + ((stroke * 53) % 400);
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + 100, top + 100, { steps: WINDOW_MEMORY.movesPerStroke });
  await page.mouse.up();
  return 100 * Math.SQRT2;
}

/** Resident memory of every process that shows pages, after collecting garbage. */
export async function pageBytes(page: Page, browser: Browser): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await sleep(WINDOW_MEMORY.settleMilliseconds);
  await session.send('HeapProfiler.collectGarbage');
  await sleep(WINDOW_MEMORY.settleMilliseconds);
  await session.detach();
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
  await whole.detach();
  let bytes = 0;
  for (const { type, id } of processInfo) {
    // without a graphics card the canvases are in the page's process or in this one
    if (type === 'renderer' || type === 'GPU') bytes += await residentBytes(id);
  }
  return bytes;
}
