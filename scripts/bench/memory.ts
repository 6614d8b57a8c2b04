/** Peak memory while the largest picture that may be sent is sent, and an equal one comes back. */
import { randomFillSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { connectAccount, openPhoto, runCleanUp } from '../../e2e/flows/studio.ts';
import { LIMITS } from '../../shared/api/limits.ts';
import { readPlacement, toScreen } from './canvas-page.ts';
import { sleep, type BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import { withGesso } from './gesso.ts';
import { listen, type Listening } from './listen.ts';
import { pngLike } from './payload.ts';
import { startPracticeProcess } from './practice-process.ts';
import { watchMemory, type MemoryPeak } from './resident-memory.ts';
import { runProcess } from './run-process.ts';
import { medianOf } from './statistics.ts';

const MEMORY = {
  /** Bytes of the picture: the most that the client sends. */
  payload: LIMITS.cleanup.maxFileBytes,
  /** Times the payload above idle. */
  bound: 3,
  /** A photo of pure noise whose PNG has nearly 30 MB: nothing in it can be compressed. */
  noisePhoto: { width: 3300, height: 2990 },
  settleMilliseconds: 3000,
} as const;

/** @returns multiples of 30 MB above idle: the client alone, and the whole host */
export async function measureMemory(context: BenchContext): Promise<readonly Figure[]> {
  await using server = await startAnsweringServer();
  const image = join(context.folder, 'picture-30-mb');
  const mask = join(context.folder, 'mask-for-30-mb');
  await writeFile(image, pngLike(MEMORY.payload));
  await writeFile(mask, pngLike(1000));
  const photos = {
    tiff: await writeNoisePhoto(context, 'tiff'),
    webp: await writeNoisePhoto(context, 'webp'),
  };
  const client: number[] = [];
  const plain: number[] = [];
  const whole: number[] = [];
  const wholeWebp: number[] = [];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`memory: ${repetition + 1} of ${context.repeat}`);
    const answer = join(context.folder, `answer-${repetition}`);
    const args = [server.baseUrl, 'key', image, mask, answer];
    plain.push(await memoryOf('send-with-fetch.ts', args));
    client.push(await memoryOf('send-with-client.ts', args));
    whole.push(await cleanUpWithHost(context, photos.tiff));
    wholeWebp.push(await cleanUpWithHost(context, photos.webp));
  }
  const baseline = { name: 'plain fetch', value: medianOf(plain, (each) => each) };
  const sent = medianOf(client, (each) => each);
  const host = medianOf(whole, (each) => each);
  const hostWebp = medianOf(wholeWebp, (each) => each);
  return [
    {
      name: 'service client, 30 MB each way: above idle, of 30 MB',
      unit: '×',
      gesso: sent,
      baseline,
      bound: { text: `≤ ${MEMORY.bound} ×`, isMet: sent <= MEMORY.bound },
    },
    {
      name: 'whole host, clean-up of 30 MB: above idle, of 30 MB',
      unit: '×',
      gesso: host,
      baseline,
      bound: { text: `≤ ${MEMORY.bound} ×`, isMet: host <= MEMORY.bound },
    },
    {
      // its decoder alone holds the whole picture more than three times over
      name: 'the same from a lossless WebP photo',
      unit: '×',
      gesso: hostWebp,
      baseline,
      bound: { text: `≤ ${MEMORY.bound} ×`, isMet: hostWebp <= MEMORY.bound },
    },
  ];
}

/** Runs one of the sending processes. @returns its peak above idle as a multiple of the payload */
async function memoryOf(script: string, args: readonly string[]): Promise<number> {
  return aboveIdle(JSON.parse(await runProcess(script, ...args)) as MemoryPeak);
}

function aboveIdle({ idle, peak }: MemoryPeak): number {
  return (peak - idle) / MEMORY.payload;
}

/** The real thing: cut out, encode, send, receive, paste, save. The service is another process. */
async function cleanUpWithHost(context: BenchContext, photo: string): Promise<number> {
  await using service = await startPracticeProcess();
  // Awaited here: the service ends with this function.
  return await withGesso(context, async ({ host, page }) => {
    await connectAccount(page, service.baseUrl, service.key);
    await page.getByText('Drop a photo here').waitFor();
    await openPhoto(page, photo);
    // A rectangle of half the photo's sides: the region around it is the whole photo.
    const placement = await readPlacement(page);
    const { width, height } = MEMORY.noisePhoto;
    const at = (share: number) => toScreen(placement, { x: width * share, y: height * share });
    await page.keyboard.press('r');
    await page.mouse.move(at(0.24).x, at(0.24).y);
    await page.mouse.down();
    await page.mouse.move(at(0.76).x, at(0.76).y, { steps: 5 });
    await page.mouse.up();
    await sleep(MEMORY.settleMilliseconds);
    const seen = await watchMemory(host.pid, () => runCleanUp(page));
    const { cleanup } = await service.firstCleanup();
    if ((cleanup?.image.bytes ?? 0) < MEMORY.payload * 0.95) {
      throw new Error(`Only ${cleanup?.image.bytes} bytes were sent.`);
    }
    return aboveIdle(seen);
  });
}

async function writeNoisePhoto(context: BenchContext, format: 'tiff' | 'webp'): Promise<string> {
  const { width, height } = MEMORY.noisePhoto;
  const pixels = randomFillSync(new Uint8Array(width * height * 3));
  // A PNG or JPEG would be sent as it is: here the region has to be encoded.
  const path = join(context.folder, `noise.${format}`);
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } });
  const encoded =
    format === 'tiff'
      ? picture.tiff({ compression: 'none' })
      : picture.webp({ lossless: true, effort: 0 });
  await encoded.toFile(path);
  return path;
}

/** Takes any request in and answers with a picture of 30 MB. */
async function startAnsweringServer(): Promise<Listening> {
  const picture = pngLike(MEMORY.payload).toString('base64');
  const answer = Buffer.from(JSON.stringify({ image_file: picture, image_type: 'png' }));
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const headers = { 'content-type': 'application/json', 'content-length': answer.byteLength };
      response.writeHead(200, headers).end(answer);
    });
  });
  return await listen(server);
}
