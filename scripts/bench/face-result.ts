/** A face merge: from the answer's last byte at the service to the result on the screen. */
import { open as openFile, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { EMPTY_PAGE } from '../../e2e/canvas/pages.ts';
import { connectAccount } from '../../e2e/flows/studio.ts';
import { writeLayer } from '../../electron/backend/imaging/results/mix-layer.ts';
import { preparedPart } from '../../shared/geometry/prepared-part.ts';
import type { Rect } from '../../shared/geometry/rect.ts';
import { photoFile, photoSize, sleep, timed, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { startFileServer } from './file-server.ts';
import { withGesso, withPage } from './gesso.ts';
import { listen } from './listen.ts';
import { medianOf } from './statistics.ts';

const FACE = {
  megapixels: 24,
  /** Beside the same steps one after the other, without a program around them. */
  factor: 1.3,
  /** For pictures to be saved and the machine to calm down. */
  settleMilliseconds: 1500,
  key: 'bench-key',
} as const;

declare global {
  interface Window {
    /** When the result was first rendered, ms since 1970. */
    resultRenderedAt?: number;
  }
}

/** @returns the time for a crop of 2048 × 2048 px in a photo of 24 megapixels */
export async function measureFaceResult(context: BenchContext): Promise<readonly Figure[]> {
  const path = await photoFile(context, FACE.megapixels);
  const photo = photoSize(FACE.megapixels);
  const side = Math.round(Math.min(photo.width, photo.height) * 0.8);
  const crop: Rect = {
    x: Math.round((photo.width - side) / 2),
    y: Math.round((photo.height - side) / 2),
    width: side,
    height: side,
  };
  const answer = await answerFor(path, crop);
  const gesso: number[] = [];
  const bare: number[] = [];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`face-result: ${repetition + 1} of ${context.repeat}`);
    bare.push(await stepsAlone(context, path, crop, answer));
    gesso.push(await inGesso(context, path, answer));
  }
  return [
    withRatioBound(
      {
        name: `face merge, crop of ${side} px: last byte → result on the screen`,
        unit: 'ms',
        gesso: medianOf(gesso, (each) => each),
        baseline: {
          name: 'flush, sharp, createImageBitmap',
          value: medianOf(bare, (each) => each),
        },
      },
      FACE.factor,
    ),
  ];
}

/** The part as a service would return it: reduced to its limit, and lighter. */
async function answerFor(path: string, crop: Rect): Promise<Buffer> {
  return await sharp(path)
    .extract({ left: crop.x, top: crop.y, width: crop.width, height: crop.height })
    .resize(2048, 2048)
    .linear(0.9, 24)
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/** The same steps without a program around them. @returns ms */
async function stepsAlone(
  context: BenchContext,
  path: string,
  crop: Rect,
  answer: Buffer,
): Promise<number> {
  const answerPath = join(context.folder, 'face-answer.png');
  const layerPath = join(context.folder, 'face-layer.png');
  await using server = await startFileServer();
  server.put('/', Buffer.from(EMPTY_PAGE), 'text/html');
  const local = await timed(async () => {
    const handle = await openFile(answerPath, 'w');
    await handle.writeFile(answer);
    await handle.sync();
    await handle.close();
    await writeLayer(layerPath, {
      answerPath,
      source: { path, depth: 8, hasAlpha: false, isCmyk: false },
      region: crop,
      below: [],
      prepared: preparedPart(crop, { maxSide: 2048 }),
      softSides: { left: true, top: true, right: true, bottom: true },
    });
  });
  server.put('/layer.png', await readFile(layerPath), 'image/png');
  await rm(layerPath);
  return await withPage(context, async (page) => {
    await page.goto(server.baseUrl);
    await sleep(FACE.settleMilliseconds);
    const shown = await page.evaluate(async () => {
      const started = performance.now();
      const blob = await (await fetch('/layer.png')).blob();
      const bitmap = await createImageBitmap(blob);
      const canvas = document.createElement('canvas');
      canvas.width = 600;
      canvas.height = 600;
      document.body.append(canvas);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0, 600, 600);
      await new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      });
      return performance.now() - started;
    });
    return local + shown;
  });
}

async function inGesso(context: BenchContext, path: string, answer: Buffer): Promise<number> {
  await using service = await startFaceService(answer);
  return await withGesso(
    context,
    async ({ page }) => {
      await connectAccount(page, service.baseUrl, FACE.key);
      await page.getByRole('button', { name: 'Faces', exact: true }).click();
      for (const name of ['Face', 'Picture']) {
        const well = page.getByRole('region', { name, exact: true });
        const chooser = page.waitForEvent('filechooser');
        await well.getByRole('button', { name: `Open ${name}…` }).click();
        await (await chooser).setFiles(path);
        await page.getByRole('button', { name: `Crop ${name}` }).click();
        await well.getByRole('button', { name: 'Reduce to 2048 px' }).click();
      }
      await sleep(FACE.settleMilliseconds);
      await page.getByRole('button', { name: 'Merge faces' }).click();
      await page.waitForFunction(() => window.resultRenderedAt !== undefined, undefined, {
        timeout: 60_000,
      });
      const renderedAt = await page.evaluate(() => window.resultRenderedAt ?? 0);
      return renderedAt - service.lastByteAt();
    },
    installProbe,
  );
}

/** Notes when a weighed result is first drawn on the page, by the browser's own report of that frame. */
async function installProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function drawAndNote(
      this: CanvasRenderingContext2D,
      ...args: unknown[]
    ) {
      Reflect.apply(drawImage, this, args);
      if (!(args[0] instanceof OffscreenCanvas) || !this.canvas.isConnected) return;
      CanvasRenderingContext2D.prototype.drawImage = drawImage;
      const dot = document.createElement('div');
      dot.textContent = '.';
      dot.setAttribute('elementtiming', 'dot');
      dot.style.cssText = 'position:fixed;left:0;top:0;color:#888;z-index:9999';
      new PerformanceObserver((list) => {
        const [entry] = list.getEntries();
        if (entry === undefined || !('renderTime' in entry)) return;
        window.resultRenderedAt = performance.timeOrigin + Number(entry.renderTime);
        dot.remove();
      }).observe({ type: 'element' });
      document.body.append(dot);
    };
  });
}

/** A service that answers every face merge with this picture. */
async function startFaceService(picture: Buffer) {
  let lastByteAt = 0;
  const body = JSON.stringify({ image_file: picture.toString('base64'), image_type: 'png' });
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.headers.authorization !== `Bearer ${FACE.key}`) {
        response.writeHead(401).end('{"code": 401, "reason": "INVALID_API_KEY"}');
        return;
      }
      if (request.method === 'GET') {
        response.end('{"data": []}');
        return;
      }
      response.end(body, () => {
        lastByteAt = performance.timeOrigin + performance.now();
      });
    });
  });
  return Object.assign(await listen(server), { lastByteAt: () => lastByteAt });
}
