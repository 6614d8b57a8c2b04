import { open, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { connectAccount } from '../../e2e/flows/studio.ts';
import { attachToPng } from '../../electron/backend/vision/imaging/writing/embed-metadata.ts';
import { listen } from '../../electron/testing/listen.ts';
import { BOUNDS } from './bounds.ts';
import {
  firstBitmap,
  inTurns,
  noteFirstBitmap,
  photoFile,
  withGesso,
  withPage,
  type BenchContext,
} from './harness.ts';
import { serveFiles } from './processes.ts';
import { median } from './statistics.ts';
import type { Figure } from './table.ts';

const UPSCALE = { megapixels: 6.25, factor: 4, key: 'bench-key' } as const;

export async function measureUpscale(context: BenchContext): Promise<readonly Figure[]> {
  const photo = await photoFile(context, UPSCALE.megapixels);
  context.say('upscale: making 100 megapixels');
  const { width, height } = await sharp(photo).metadata();
  const result = await sharp(photo, { limitInputPixels: false })
    .resize(width * UPSCALE.factor, height * UPSCALE.factor, { kernel: 'cubic' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  await using service = await startUpscaleService(result);
  await using server = await serveFiles({
    '/': ['<!doctype html><title>Empty</title>', 'text/html'],
    '/result.png': [result, 'image/png'],
  });
  const { bare, gesso } = await inTurns(context, 'upscale', {
    bare: () => withPage(context, (page) => bareSteps(context, page, server.baseUrl, result)),
    gesso: () =>
      withGesso(
        context,
        ({ page }) => upscaleInGesso(page, photo, service),
        (page) => noteFirstBitmap(page, '[aria-label="Result"]'),
      ),
  });
  return [
    {
      name: '100 MP: last byte → on the screen',
      unit: 'ms',
      gesso: median(gesso),
      beside: ['flush, metadata, bitmap', median(bare)],
      bound: BOUNDS.upscale.screen,
    },
  ];
}

async function startUpscaleService(result: Buffer) {
  let origin = '';
  let sentAt = 0;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/result.png') {
      const headers = { 'content-type': 'image/png', 'content-length': result.byteLength };
      response.writeHead(200, headers);
      response.end(result, () => (sentAt = performance.timeOrigin + performance.now()));
      return;
    }
    if (request.headers.authorization !== `Bearer ${UPSCALE.key}`) {
      response.writeHead(401).end(); // checking the key uses a made-up one, too
      return;
    }
    request.resume().once('end', () => {
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
    /** Ms since 1970, when the last byte of the result had left. */
    sentAt: () => sentAt,
  });
}

async function upscaleInGesso(
  page: Page,
  photo: string,
  service: { readonly baseUrl: string; readonly sentAt: () => number },
): Promise<number> {
  await connectAccount(page, service.baseUrl, UPSCALE.key);
  await page.getByRole('button', { name: 'Upscale', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open picture…', exact: true }).click();
  await (await chooser).setFiles(photo);
  const form = page.getByRole('complementary', { name: 'Settings' });
  await form.getByRole('textbox', { name: 'Factor' }).fill(String(UPSCALE.factor));
  await form.getByRole('status', { name: 'Result' }).waitFor();
  await page.keyboard.press('ControlOrMeta+Enter');
  return (await firstBitmap(page)) - service.sentAt();
}

/** The least possible: bytes on the disk, metadata in a second file, decoded and drawn. */
async function bareSteps(
  { folder }: BenchContext,
  page: Page,
  baseUrl: string,
  result: Buffer,
): Promise<number> {
  await page.goto(baseUrl);
  const path = join(folder, 'bare-result.png');
  const began = performance.now();
  await writeFile(path, result, { flush: true });
  const opened = await open(folder, 'r');
  await opened.sync();
  await opened.close();
  const density = { density: { x: 72, y: 72 } };
  await writeFile(`${path}.finished`, attachToPng(await readFile(path), density));
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
