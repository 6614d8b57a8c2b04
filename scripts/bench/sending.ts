/** From the moment Run is pressed to the last byte of the request at the service. */
import sharp from 'sharp';
import { connectAccount, openPhoto } from '../../e2e/flows/studio.ts';
import type { Page } from 'playwright';
import { readPlacement, setBrush, toScreen, type PhotoPlacement } from './canvas-page.ts';
import { photoFile, photoSize, sleep, timed, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { withGesso } from './gesso.ts';
import { startPracticeProcess, type PracticeProcess } from './practice-process.ts';
import { medianOf } from './statistics.ts';

const SENDING = {
  /** As Gesso encodes them, see `region-picture.ts` and `mask-picture.ts`. */
  pngCompressionLevel: 2,
  /** For the mask to be saved and the machine to calm down, as between a stroke and a click. */
  settleMilliseconds: 1500,
} as const;

/** A painted box in the middle of the photo, photo pixels. */
interface Defect {
  readonly name: string;
  readonly side: number;
  readonly brush: number;
  /** Of the photo. */
  readonly megapixels: number;
  /** Run → last byte beside sharp alone. */
  readonly factor?: number;
}

const DEFECTS: readonly Defect[] = [
  { name: '1500 px defect', side: 1500, brush: 360, megapixels: 24, factor: 1.5 },
  { name: '100 px defect', side: 100, brush: 60, megapixels: 24 },
  // The region is the whole photo: it may not have more for one call.
  { name: 'mask all over 16 MP', side: 3000, brush: 360, megapixels: 15.9 },
];

interface Sent {
  /** Milliseconds. */
  readonly took: number;
  /** Milliseconds that sharp alone needs for both pictures. */
  readonly encoding: number;
  readonly pictureBytes: number;
  /** Bytes of the pixels before encoding, three a pixel. */
  readonly pixelBytes: number;
  readonly maskBytes: number;
}

declare global {
  interface Window {
    runPressedAt?: number;
  }
}

/** @returns times and sizes for a large and a small defect in a 24-megapixel photo */
export async function measureSending(context: BenchContext): Promise<readonly Figure[]> {
  const results = new Map<string, Sent[]>();
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`sending: ${repetition + 1} of ${context.repeat}`);
    for (const defect of DEFECTS) {
      const path = await photoFile(context, defect.megapixels);
      const sent = await send(context, path, defect);
      results.set(defect.name, [...(results.get(defect.name) ?? []), sent]);
    }
  }
  return DEFECTS.flatMap((defect) => figuresOf(defect, results.get(defect.name) ?? []));
}

function figuresOf({ name, factor }: Defect, sent: readonly Sent[]): readonly Figure[] {
  const raw = medianOf(sent, ({ pixelBytes }) => pixelBytes) / 1e6;
  const time = {
    name: `${name}: Run pressed → last byte received`,
    unit: 'ms',
    gesso: medianOf(sent, ({ took }) => took),
    baseline: { name: 'sharp alone', value: medianOf(sent, ({ encoding }) => encoding) },
  } as const;
  return [
    factor === undefined ? time : withRatioBound(time, factor),
    {
      name: `${name}: picture sent`,
      unit: 'MB',
      gesso: medianOf(sent, ({ pictureBytes }) => pictureBytes) / 1e6,
      baseline: { name: 'its raw pixels', value: raw },
    },
    {
      name: `${name}: mask sent`,
      unit: 'MB',
      gesso: medianOf(sent, ({ maskBytes }) => maskBytes) / 1e6,
      baseline: { name: 'its raw pixels', value: raw / 3 },
    },
  ];
}

async function send(context: BenchContext, path: string, defect: Defect): Promise<Sent> {
  await using service = await startPracticeProcess();
  await service.refuseCleanups(); // the service's work is not measured
  // Awaited here: the service ends with this function.
  return await withGesso(context, async ({ page }) => {
    await connectAccount(page, service.baseUrl, service.key);
    await page.getByText('Drop a photo here').waitFor();
    await openPhoto(page, path);
    await setBrush(page, defect.brush);
    await paintDefect(page, await readPlacement(page), defect);
    await sleep(SENDING.settleMilliseconds);
    const pressedAt = await pressRun(page);
    const request = await service.firstCleanup();
    if (request.bodyAt === null || request.cleanup === null) {
      throw new Error('The request did not arrive whole.');
    }
    const { image, mask } = request.cleanup;
    return {
      took: request.bodyAt - pressedAt,
      encoding: await encodeWithSharp(path, defect, service, request.id),
      pictureBytes: image.bytes,
      pixelBytes: (image.width ?? 0) * (image.height ?? 0) * 3,
      maskBytes: mask.bytes,
    };
  });
}

/** Sweeps to and fro until a box of the defect's size in the middle of the photo is covered. */
async function paintDefect(page: Page, placement: PhotoPlacement, defect: Defect): Promise<void> {
  const { width, height } = photoSize(defect.megapixels);
  const reach = (defect.side - defect.brush) / 2;
  const sweeps = Math.ceil((2 * reach) / (defect.brush * 0.8)) + 1;
  const at = (x: number, y: number) =>
    toScreen(placement, { x: width / 2 + x * reach, y: height / 2 + y * reach });
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const y = sweeps === 1 ? 0 : (2 * sweep) / (sweeps - 1) - 1;
    const from = at(sweep % 2 === 0 ? -1 : 1, y);
    const to = at(sweep % 2 === 0 ? 1 : -1, y);
    await page.mouse.move(from.x, from.y);
    if (sweep === 0) await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 10 });
  }
  await page.mouse.up();
}

/** @returns Unix milliseconds of the key */
async function pressRun(page: Page): Promise<number> {
  await page.evaluate(() => {
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Enter') window.runPressedAt = Date.now();
      },
      { capture: true },
    );
  });
  await page.keyboard.press('ControlOrMeta+Enter');
  const pressedAt = await page.evaluate(() => window.runPressedAt);
  if (pressedAt === undefined) throw new Error('Run was not pressed.');
  return pressedAt;
}

/** The unavoidable work: cutting the region out of the file and encoding it and its mask. */
async function encodeWithSharp(
  path: string,
  defect: Defect,
  service: PracticeProcess,
  requestId: string,
): Promise<number> {
  const compressionLevel = SENDING.pngCompressionLevel;
  const { data, info } = await sharp(await service.received(requestId, 'mask'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const photo = photoSize(defect.megapixels);
  const region = {
    left: Math.floor((photo.width - info.width) / 2),
    top: Math.floor((photo.height - info.height) / 2),
    width: info.width,
    height: info.height,
  };
  return timed(async () => {
    await sharp(path)
      .autoOrient()
      .extract(region)
      .removeAlpha()
      .png({ compressionLevel, adaptiveFiltering: true })
      .toBuffer();
    const raw = { width: info.width, height: info.height, channels: info.channels };
    await sharp(data, { raw }).png({ compressionLevel }).toBuffer();
  });
}
