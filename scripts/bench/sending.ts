import sharp from 'sharp';
import type { Page } from 'playwright';
import { connectAccount, drag, openPhoto, placesOf } from '../../e2e/flows/studio.ts';
import { BOUNDS } from './bounds.ts';
import {
  inTurns,
  photoFile,
  photoSize,
  sleep,
  timed,
  withGesso,
  type BenchContext,
} from './harness.ts';
import { startImageService } from './processes.ts';
import type { LastCall } from './image-service.ts';
import { medianOf } from './statistics.ts';
import { setBrush } from './strokes.ts';
import type { Figure } from './table.ts';

const MEGAPIXELS = 24;
/** As Gesso encodes them, see `region-picture.ts` and `mask-picture.ts`. */
const COMPRESSION = 2;
/** Ms until the mask is saved and the machine is idle, as between a stroke and a click. */
const SETTLE = 1500;

/** Photo pixels. */
const DEFECT = { side: 1500, brush: 360 } as const;

interface Sent {
  /** Ms. */
  readonly took: number;
  /** Ms that sharp alone needs for both pictures. */
  readonly encoding: number;
}

declare global {
  interface Window {
    runPressedAt?: number;
  }
}

export async function measureSending(context: BenchContext): Promise<readonly Figure[]> {
  const { sent } = await inTurns(context, 'sending', { sent: () => send(context) });
  return [
    {
      name: '1500 px defect: Run pressed → last byte received',
      unit: 'ms',
      gesso: medianOf(sent, ({ took }) => took),
      beside: ['sharp alone', medianOf(sent, ({ encoding }) => encoding)],
      bound: BOUNDS.sending.request,
    },
  ];
}

async function send(context: BenchContext): Promise<Sent> {
  const path = await photoFile(context, MEGAPIXELS);
  await using service = await startImageService('refuse');
  return await withGesso(context, async ({ page }) => {
    await connectAccount(page, service.baseUrl, 'bench-key');
    await openPhoto(page, path);
    await setBrush(page, DEFECT.brush);
    await paintDefect(page);
    await sleep(SETTLE);
    const pressedAt = await pressRun(page);
    const { bodyAt } = await lastCall(service.baseUrl);
    const mask = await (await fetch(`${service.baseUrl}/last-mask`)).arrayBuffer();
    return {
      took: bodyAt - pressedAt,
      encoding: await encodeWithSharp(path, mask),
    };
  });
}

export async function lastCall(baseUrl: string): Promise<LastCall> {
  for (;;) {
    const last = (await (await fetch(`${baseUrl}/last`)).json()) as LastCall | null;
    if (last !== null) return last;
    await sleep(50);
  }
}

async function paintDefect(page: Page): Promise<void> {
  const { side, brush } = DEFECT;
  const { width, height } = photoSize(MEGAPIXELS);
  const at = await placesOf(page.getByRole('application'), width / height);
  const reach = (side - brush) / 2;
  const sweeps = Math.ceil((2 * reach) / (brush * 0.8)) + 1;
  const ends = Array.from({ length: 2 * sweeps }, (_, end) => {
    const x = end % 4 === 0 || end % 4 === 3 ? -1 : 1;
    const y = (2 * Math.floor(end / 2)) / (sweeps - 1) - 1;
    return at({ x: 0.5 + (x * reach) / width, y: 0.5 + (y * reach) / height });
  });
  await drag(page, ends);
}

/** Returns ms since 1970. */
async function pressRun(page: Page): Promise<number> {
  await page.evaluate(() => {
    addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key === 'Enter') window.runPressedAt = performance.timeOrigin + timeStamp;
      },
      true,
    );
  });
  await page.keyboard.press('ControlOrMeta+Enter');
  const pressedAt = await page.evaluate(() => window.runPressedAt);
  if (pressedAt === undefined) throw new Error('Run was not pressed.');
  return pressedAt;
}

/** The least anybody has to do: cut the region out, encode it and its mask. */
async function encodeWithSharp(path: string, mask: ArrayBuffer): Promise<number> {
  const { data, info } = await sharp(mask).raw().toBuffer({ resolveWithObject: true });
  const photo = photoSize(MEGAPIXELS);
  const { width, height, channels } = info;
  const left = Math.floor((photo.width - width) / 2);
  const top = Math.floor((photo.height - height) / 2);
  return timed(async () => {
    await sharp(path)
      .autoOrient()
      .extract({ left, top, width, height })
      .removeAlpha()
      .png({ compressionLevel: COMPRESSION, adaptiveFiltering: true })
      .toBuffer();
    await sharp(data, { raw: { width, height, channels } })
      .png({ compressionLevel: COMPRESSION })
      .toBuffer();
  });
}
