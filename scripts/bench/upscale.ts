/** A result of 100 megapixels: from its last byte to the screen, and its split view while the view moves. */
import { open, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { BARE_ZOOM_SCRIPT, bareZoomPage, EMPTY_PAGE } from '../../e2e/canvas/pages.ts';
import { installProbe } from '../../e2e/canvas/probe.ts';
import { connectAccount } from '../../e2e/flows/studio.ts';
import { attachToPng } from '../../electron/backend/imaging/writing/embed-metadata.ts';
import { photoFile, sleep, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { startFileServer } from './file-server.ts';
import { withGesso, withPage } from './gesso.ts';
import { listen } from './listen.ts';
import { MOVING, moveBarePage, moveOver, movingFigures, type Moved } from './moving.ts';
import { medianOf } from './statistics.ts';

const UPSCALE = {
  megapixels: 6.25,
  factor: 4,
  key: 'bench-key',
  /** From the last byte to the screen, beside the bare steps. */
  screenFactor: 1.3,
  timeout: 180_000,
} as const;

/** @returns the way to the screen, and late frames of the split view */
export async function measureUpscale(context: BenchContext): Promise<readonly Figure[]> {
  const photo = await photoFile(context, UPSCALE.megapixels);
  const result = await enlarged(context, photo);
  await using service = await startUpscaleService(result);
  await using server = await startFileServer();
  server.put('/', Buffer.from(bareZoomPage('/result.png')), 'text/html');
  server.put('/empty', Buffer.from(EMPTY_PAGE), 'text/html');
  server.put('/bare-zoom.js', Buffer.from(BARE_ZOOM_SCRIPT), 'text/javascript');
  server.put('/result.png', result, 'image/png');
  const shown: number[] = [];
  const bareShown: number[] = [];
  const split: Moved[] = [];
  const bare: Moved[] = [];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`upscale: ${repetition + 1} of ${context.repeat}`);
    bareShown.push(
      await withPage(context, (page) => bareSteps(context, page, server.baseUrl, result)),
    );
    bare.push(await withPage(context, (page) => moveBarePage(page, server.baseUrl)));
    await withGesso(
      context,
      async ({ page }) => {
        shown.push(await upscaleInGesso(page, photo, service));
        split.push(await moveSplit(page));
      },
      async (page) => {
        await installProbe(page);
        await installScreenProbe(page);
      },
    );
  }
  return [
    withRatioBound(
      {
        name: '100 MP: last byte → on the screen',
        unit: 'ms',
        gesso: medianOf(shown, (each) => each),
        baseline: { name: 'flush, metadata, bitmap', value: medianOf(bareShown, (each) => each) },
      },
      UPSCALE.screenFactor,
    ),
    ...movingFigures('100 MP, split', split, bare),
  ];
}

async function enlarged(context: BenchContext, photo: string): Promise<Buffer> {
  context.say('upscale: making 100 megapixels');
  const { width, height } = await sharp(photo).metadata();
  return await sharp(photo, { limitInputPixels: false })
    .resize(width * UPSCALE.factor, height * UPSCALE.factor, { kernel: 'cubic' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** A service whose tasks are done at once. */
async function startUpscaleService(result: Buffer) {
  let origin = '';
  let sentAt = 0;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/result.png') {
      response.writeHead(200, {
        'content-type': 'image/png',
        'content-length': result.byteLength,
      });
      response.end(result, () => (sentAt = performance.timeOrigin + performance.now()));
      return;
    }
    if (request.headers.authorization !== `Bearer ${UPSCALE.key}`) {
      response.writeHead(401).end(); // the check of the key asks with a made-up one, too
      return;
    }
    request.resume();
    request.once('end', () => {
      const data =
        pathname === '/v2/upscale'
          ? { task_id: 'large', warn: '' }
          : { status: 2, progress: 1, eta_relative: 0, imgs: [`${origin}/result.png`] };
      const body = pathname.startsWith('/v2/') ? { code: 0, msg: '', data } : { data: [] };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  const listening = await listen(server);
  origin = listening.baseUrl;
  return Object.assign(listening, {
    /** When the last byte of the result had left, Unix ms. */
    sentAt: () => sentAt,
  });
}

/** Notes when a bitmap is first drawn within the region of the result. */
async function installScreenProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function drawAndNote(
      this: CanvasRenderingContext2D,
      ...args: unknown[]
    ) {
      Reflect.apply(drawImage, this, args);
      const isResult = this.canvas.closest('[aria-label="Result"]') !== null;
      if (window.resultShownAt !== undefined || !isResult) return;
      if (args[0] instanceof ImageBitmap) {
        window.resultShownAt = performance.timeOrigin + performance.now();
      }
    };
  });
}

declare global {
  interface Window {
    resultShownAt?: number;
  }
}

async function upscaleInGesso(
  page: Page,
  photo: string,
  service: { readonly baseUrl: string; readonly sentAt: () => number },
): Promise<number> {
  await connectAccount(page, service.baseUrl, UPSCALE.key);
  await page.getByRole('button', { name: 'Upscale', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open Picture…', exact: true }).click();
  await (await chooser).setFiles(photo);
  const form = page.getByRole('complementary', { name: 'Settings' });
  await form.getByRole('textbox', { name: 'Factor' }).fill(String(UPSCALE.factor));
  await expect(form.getByRole('status', { name: 'Result' })).toBeVisible();
  await form.getByRole('button', { name: /^Upscale to/u }).click();
  const shownAt = await page.waitForFunction(() => window.resultShownAt, undefined, {
    timeout: UPSCALE.timeout,
  });
  return ((await shownAt.jsonValue()) ?? Infinity) - service.sentAt();
}

async function moveSplit(page: Page): Promise<Moved> {
  const region = page.getByRole('region', { name: 'Result', exact: true });
  await expect(region.getByTestId('first-state')).toBeVisible({ timeout: UPSCALE.timeout });
  const stage = region.getByRole('application');
  await stage.press('0');
  await sleep(3 * MOVING.settleMilliseconds);
  const box = await stage.boundingBox();
  if (box === null) throw new Error('There is no stage.');
  // beside the line of the split, which would be dragged itself
  return moveOver(page, { x: box.x + box.width * 0.4, y: box.y + box.height * 0.6 });
}

/** The least that it can be: the bytes on the disk, the metadata in a second file, decoded and drawn. */
async function bareSteps(
  context: BenchContext,
  page: Page,
  baseUrl: string,
  result: Buffer,
): Promise<number> {
  await page.goto(`${baseUrl}/empty`);
  const path = join(context.folder, 'bare-result.png');
  const began = performance.now();
  await writeFile(path, result, { flush: true });
  const folder = await open(context.folder, 'r');
  await folder.sync();
  await folder.close();
  await writeFile(
    `${path}.finished`,
    attachToPng(await readFile(path), { density: { x: 72, y: 72 } }),
  );
  const local = performance.now() - began;
  const drawn = await page.evaluate(async () => {
    const start = performance.now();
    const blob = await (await fetch('/result.png')).blob();
    const bitmap = await createImageBitmap(blob, { premultiplyAlpha: 'premultiply' });
    const canvas = document.createElement('canvas');
    canvas.width = innerWidth;
    canvas.height = innerHeight;
    document.body.append(canvas);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
  });
  return local + drawn;
}
