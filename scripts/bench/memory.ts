/**
 * Measures memory of the host while 30 MB go out and come back, and of the window with a painted
 * photo. Linux only.
 */
import { randomFillSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import sharp from 'sharp';
import {
  connectAccount,
  drag,
  openPhoto,
  placesOf,
  runCleanUp,
  startPractising,
} from '../../e2e/flows/studio.ts';
import { chromiumLaunchOptions } from '../../e2e/support/chromium.ts';
import { LIMITS } from '../../shared/api/limits.ts';
import { BOUNDS } from './bounds.ts';
import {
  inTurns,
  openSession,
  photoFile,
  photoSize,
  sleep,
  withGesso,
  withPage,
  type BenchContext,
} from './harness.ts';
import { memoryPeak, residentBytes, serveFiles, startImageService } from './processes.ts';
import { lastCall } from './sending.ts';
import { median } from './statistics.ts';
import { paintStroke, setScreenBrush } from './strokes.ts';
import type { Figure } from './table.ts';

const MEMORY = {
  /** Bytes; the most that may be sent. */
  payload: LIMITS.cleanup.maxFileBytes,
  /** Pure noise, whose PNG has nearly 30 MB. */
  noise: { width: 3300, height: 2990 },
  megapixels: 16,
  /** Long strokes before the photo counts as painted. */
  strokes: 10,
  rest: 2500,
} as const;

const IMAGE_PAGE = '<!doctype html><title>Image</title><img src="/photo.jpg" alt="" width="1400">';

export async function measureMemory(context: BenchContext): Promise<readonly Figure[]> {
  const tiff = await writeNoise(context);
  await using server = await serveFiles({
    '/': [IMAGE_PAGE, 'text/html'],
    '/photo.jpg': [await readFile(await photoFile(context, MEMORY.megapixels)), 'image/jpeg'],
  });
  const { host, bare, window } = await inTurns(context, 'memory', {
    host: () => cleanUpWithHost(context, tiff),
    bare: () => inBrowser(context, (own) => holdCopies(own, server.baseUrl)),
    window: () => inBrowser(context, paintMuch),
  });
  return [
    {
      name: 'host, clean-up of 30 MB: above idle, of 30 MB',
      unit: '×',
      gesso: median(host),
      bound: BOUNDS.memory.host,
    },
    {
      name: 'window, 16 MP open and painted',
      unit: 'MB',
      gesso: median(window) / 1e6,
      beside: ['<img>, 8-bit and RGBA copy', median(bare) / 1e6],
      bound: BOUNDS.memory.window,
    },
  ];
}

/** Writes a TIFF, because a PNG or JPEG would be sent unchanged. */
async function writeNoise({ folder }: BenchContext): Promise<string> {
  const { width, height } = MEMORY.noise;
  const path = join(folder, 'noise.tiff');
  const pixels = randomFillSync(new Uint8Array(width * height * 3));
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .tiff({ compression: 'none' })
    .toFile(path);
  return path;
}

/** @returns a multiple of the payload */
async function cleanUpWithHost(context: BenchContext, tiff: string): Promise<number> {
  await using service = await startImageService('echo');
  return await withGesso(context, async ({ host, page }) => {
    await connectAccount(page, service.baseUrl, 'bench-key');
    await openPhoto(page, tiff);
    // a rectangle of half the photo's sides makes a region of the whole photo
    const { width, height } = MEMORY.noise;
    const at = await placesOf(page.getByRole('application'), width / height);
    await page.keyboard.press('r');
    await drag(page, [at({ x: 0.24, y: 0.24 }), at({ x: 0.5, y: 0.5 }), at({ x: 0.76, y: 0.76 })]);
    await sleep(MEMORY.rest);
    const { idle, peak } = await memoryPeak(host.pid, () => runCleanUp(page));
    const { imageBytes } = await lastCall(service.baseUrl);
    if (imageBytes < MEMORY.payload * 0.95) throw new Error(`Only ${imageBytes} bytes were sent.`);
    return (peak - idle) / MEMORY.payload;
  });
}

/** Uses a browser of its own, so that other measurements leave no memory in its processes. */
async function inBrowser<Result>(
  context: BenchContext,
  act: (context: BenchContext) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch(chromiumLaunchOptions('as used'));
  try {
    return await act({ ...context, browser });
  } finally {
    await browser.close();
  }
}

function holdCopies(context: BenchContext, baseUrl: string): Promise<number> {
  const { width, height } = photoSize(MEMORY.megapixels);
  return withPage(context, async (page) => {
    await page.goto(baseUrl, { waitUntil: 'load' });
    await page.evaluate(async (pixels) => {
      await document.querySelector('img')?.decode();
      Object.assign(window, {
        copies: [new Uint8Array(pixels).fill(1), new Uint8Array(pixels * 4).fill(1)],
      });
    }, width * height);
    return await pageBytes(page, context.browser);
  });
}

function paintMuch(context: BenchContext): Promise<number> {
  return withGesso(context, async ({ page }) => {
    await startPractising(page);
    await openPhoto(page, await photoFile(context, MEMORY.megapixels));
    await setScreenBrush(page, photoSize(MEMORY.megapixels).width);
    const session = await openSession(page);
    for (let stroke = 0; stroke < MEMORY.strokes; stroke++) {
      await paintStroke(page, session, stroke);
    }
    return await pageBytes(page, context.browser);
  });
}

/** Returns the resident memory of every process that shows pages, after collecting garbage. */
async function pageBytes(page: Page, browser: Browser): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await sleep(MEMORY.rest);
  await session.send('HeapProfiler.collectGarbage');
  await sleep(MEMORY.rest);
  await session.detach();
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
  await whole.detach();
  let bytes = 0;
  for (const { type, id } of processInfo) {
    // without a graphics card the canvases are in the page's process or in the GPU one
    if (type === 'renderer' || type === 'GPU') bytes += await residentBytes(id);
  }
  return bytes;
}
