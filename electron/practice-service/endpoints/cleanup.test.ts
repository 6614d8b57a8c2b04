/** Cleanup over HTTP: its answer, its refusals, its manners under load, and its record. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cleanupBody,
  encodePng,
  maskSamples,
  patternSamples,
  readImage,
  readJson,
  type Service,
  startService,
} from '../test-support.ts';

const WIDTH = 72;
const HEIGHT = 56;
const HOLE = { left: 24, top: 18, width: 20, height: 16 };

/** A pattern with a magenta object in the hole. */
const PHOTO_SAMPLES = patternSamples(WIDTH, HEIGHT, 3);
for (let y = HOLE.top; y < HOLE.top + HOLE.height; y += 1) {
  for (let x = HOLE.left; x < HOLE.left + HOLE.width; x += 1) {
    PHOTO_SAMPLES.set([255, 0, 255], 3 * (y * WIDTH + x));
  }
}

let service: Service;
let photo: Buffer;
let mask: Buffer;

beforeAll(async () => {
  service = await startService();
  photo = await encodePng(PHOTO_SAMPLES, WIDTH, HEIGHT, 3);
  mask = await encodePng(maskSamples(WIDTH, HEIGHT, HOLE), WIDTH, HEIGHT, 1);
});

afterAll(async () => {
  await service.server.close();
});

async function expectRefusal(body: unknown, reason: string): Promise<void> {
  const response = await service.post('/v3/cleanup', body);
  expect(await readJson(response)).toEqual({
    code: 400,
    reason,
    message: expect.any(String),
    metadata: expect.any(Object),
  });
  expect(response.status).toBe(400);
}

/** Positions of samples that differ although they lie outside the hole, and inside. */
function differences(
  before: Uint8Array | Uint16Array,
  after: Uint8Array | Uint16Array,
  channels: number,
): { outside: number; inside: number } {
  let [outside, inside] = [0, 0];
  for (const [index, sample] of before.entries()) {
    if (sample === after[index]) continue;
    const x = Math.floor(index / channels) % WIDTH;
    const y = Math.floor(Math.floor(index / channels) / WIDTH);
    const isInside =
      x >= HOLE.left && x < HOLE.left + HOLE.width && y >= HOLE.top && y < HOLE.top + HOLE.height;
    if (isInside) inside += 1;
    else outside += 1;
  }
  return { outside, inside };
}

function alphaOf(samples: Uint8Array): number[] {
  return [...samples].filter((_value, at) => at % 4 === 3);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/** A PNG of any size whose pixels were never written; a few bytes stand for gigabytes. */
function bombPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('POST /v3/cleanup', { timeout: 30_000 }, () => {
  it.each(['png', 'webp'] as const)(
    'answers %s with the size of the input, the hole filled and every other pixel as it was',
    async (type) => {
      const response = await service.post(
        '/v3/cleanup',
        cleanupBody(photo, mask, {
          response_image_type: type,
          enterprise_plan: { enabled: true },
        }),
      );
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json');
      const answer = await readJson(response.clone());
      expect(answer['image_type']).toBe(type);
      const image = await readImage(response);
      expect(await sharp(image).metadata()).toMatchObject({
        format: type,
        width: WIDTH,
        height: HEIGHT,
      });
      const samples = await sharp(image).raw().toBuffer();
      const { outside, inside } = differences(PHOTO_SAMPLES, samples, 3);
      expect(outside).toBe(0);
      expect(inside).toBeGreaterThan(0);
    },
  );

  it('fills in another way when the same call is made again', async () => {
    const seen = patternSamples(WIDTH, HEIGHT, 3).map((sample, at) => (sample * 7 + at * 13) % 256);
    const noisy = await encodePng(seen, WIDTH, HEIGHT, 3);
    const fill = async () =>
      sharp(await readImage(await service.post('/v3/cleanup', cleanupBody(noisy, mask))))
        .raw()
        .toBuffer();
    const first = await fill();
    const second = await fill();
    expect(second.equals(first)).toBe(false);
    expect(differences(seen, second, 3).outside).toBe(0);
  });

  it('removes from grey level 128 on', async () => {
    const samples = maskSamples(WIDTH, HEIGHT, HOLE).map((value) => (value === 255 ? 128 : 127));
    const greyMask = await encodePng(samples, WIDTH, HEIGHT, 1);
    const image = await readImage(await service.post('/v3/cleanup', cleanupBody(photo, greyMask)));
    const filled = await sharp(image).raw().toBuffer();
    const { outside, inside } = differences(PHOTO_SAMPLES, filled, 3);
    expect(outside).toBe(0);
    expect(inside).toBeGreaterThan(0);
  });

  it('keeps grey grey', async () => {
    const grey = patternSamples(WIDTH, HEIGHT, 1);
    const sent = await encodePng(grey, WIDTH, HEIGHT, 1);
    const image = await readImage(await service.post('/v3/cleanup', cleanupBody(sent, mask)));
    expect(await sharp(image).metadata()).toMatchObject({ channels: 1, depth: 'uchar' });
    const samples = await sharp(image).toColourspace('b-w').raw().toBuffer();
    expect(differences(grey, samples, 1).outside).toBe(0);
  });

  it('keeps alpha, also inside the hole, and the colours under it', async () => {
    const samples = patternSamples(WIDTH, HEIGHT, 4);
    for (let at = 3; at < samples.length; at += 16) samples[at] = 0;
    const sent = await encodePng(samples, WIDTH, HEIGHT, 4);
    for (const type of ['png', 'webp']) {
      const image = await readImage(
        await service.post('/v3/cleanup', cleanupBody(sent, mask, { response_image_type: type })),
      );
      const after = await sharp(image).raw().toBuffer();
      expect(differences(samples, after, 4).outside).toBe(0);
      expect(alphaOf(after)).toEqual(alphaOf(samples));
    }
  });

  it('keeps 16 bits a sample', async () => {
    const samples = Uint16Array.from(
      patternSamples(WIDTH, HEIGHT, 3),
      (value, at) => (value * 257 + at * 13) % 65536,
    );
    const sent = await encodePng(samples, WIDTH, HEIGHT, 3);
    const image = await readImage(await service.post('/v3/cleanup', cleanupBody(sent, mask)));
    expect(await sharp(image).metadata()).toMatchObject({ channels: 3, depth: 'ushort' });
    const raw = await sharp(image).toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer();
    const after = new Uint16Array(new Uint8Array(raw).buffer);
    const { outside, inside } = differences(samples, after, 3);
    expect(outside).toBe(0);
    expect(inside).toBeGreaterThan(0);
  });

  it('takes a CMYK photo and answers RGB', async () => {
    const sent = await sharp(photo).toColourspace('cmyk').jpeg().toBuffer();
    const image = await readImage(await service.post('/v3/cleanup', cleanupBody(sent, mask)));
    expect(await sharp(image).metadata()).toMatchObject({
      space: 'srgb',
      channels: 3,
      width: WIDTH,
    });
  });

  it('ignores EXIF orientation', async () => {
    const sent = await sharp(photo).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const image = await readImage(await service.post('/v3/cleanup', cleanupBody(sent, mask)));
    const metadata = await sharp(image).metadata();
    expect(metadata).toMatchObject({ width: WIDTH, height: HEIGHT });
    expect(metadata.orientation).toBeUndefined();
  });

  it('S37 refuses more than 16 megapixels by the header and survives a decompression bomb', async () => {
    await expectRefusal(cleanupBody(bombPng(30_000), mask), 'IMAGE_EXCEEDS_MAX_RESOLUTION');
    await expectRefusal(cleanupBody(photo, bombPng(4097)), 'IMAGE_EXCEEDS_MAX_RESOLUTION');
    expect((await service.post('/v3/cleanup', cleanupBody(photo, mask))).status).toBe(200);
  });

  it('stops working when the client goes away, and goes on with the next call', async () => {
    const side = 1600;
    const large = await encodePng(patternSamples(side, side, 3), side, side, 3);
    const largeMask = await encodePng(
      maskSamples(side, side, { left: 50, top: 50, width: 1500, height: 1500 }),
      side,
      side,
      1,
    );
    const body = cleanupBody(large, largeMask);
    const abort = new AbortController();
    const calls = [1, 2, 3].map(() =>
      service.post('/v3/cleanup', body, { signal: abort.signal }).catch((error: unknown) => error),
    );
    await expect
      .poll(
        async () => (await service.records()).filter((each) => each['bodyAt'] !== null).length,
        { timeout: 20_000 },
      )
      .toBeGreaterThanOrEqual(3);
    abort.abort();
    for (const call of calls) expect(await call).toMatchObject({ name: 'AbortError' });
    expect((await service.post('/v3/cleanup', cleanupBody(photo, mask))).status).toBe(200);
    const outcomes = (await service.records()).slice(-4).map((each) => each['outcome']);
    expect(outcomes).toEqual(['client gone', 'client gone', 'client gone', 'answered']);
  });

  it('takes at least the time of `thinkMilliseconds`', async () => {
    const thinking = await startService({ thinkMilliseconds: 300 });
    try {
      const begin = performance.now();
      await thinking.post('/v3/cleanup', cleanupBody(photo, mask));
      expect(performance.now() - begin).toBeGreaterThanOrEqual(300);
    } finally {
      await thinking.server.close();
    }
  });
});

describe('GET /practice/requests', { timeout: 30_000 }, () => {
  it('tells what a cleanup really carried, down to its bytes', async () => {
    const edged = maskSamples(WIDTH, HEIGHT, HOLE);
    edged[0] = 100;
    const rgbMask = await encodePng(
      Uint8Array.from({ length: 3 * edged.length }, (_none, at) => edged[Math.floor(at / 3)] ?? 0),
      WIDTH,
      HEIGHT,
      3,
    );
    await service.call('/practice/requests', { method: 'DELETE' });
    await service.post('/v3/cleanup', cleanupBody(photo, rgbMask, { response_image_type: 'webp' }));
    const records = await service.records();
    expect(records).toHaveLength(1);
    const record = records[0] ?? {};
    expect(record).toMatchObject({
      method: 'POST',
      path: '/v3/cleanup',
      status: 200,
      outcome: 'answered',
      fault: null,
      headers: { 'content-type': 'application/json' },
      cleanup: {
        image: {
          bytes: photo.length,
          format: 'png',
          width: WIDTH,
          height: HEIGHT,
          channels: 3,
          bitDepth: 8,
        },
        mask: {
          format: 'png',
          width: WIDTH,
          height: HEIGHT,
          channels: 3,
          bitDepth: 8,
          pngColour: 'rgb',
        },
        maskCounts: {
          zero: WIDTH * HEIGHT - HOLE.width * HOLE.height - 1,
          full: HOLE.width * HOLE.height,
          other: 1,
        },
        extra: { response_image_type: 'webp' },
      },
    });
    expect(record['bodyAt']).toBeGreaterThanOrEqual(Number(record['headersAt']));
    for (const [name, sent] of [
      ['image', photo],
      ['mask', rgbMask],
    ] as const) {
      const file = await service.call(`/practice/requests/${String(record['id'])}/${name}`);
      expect(file.headers.get('content-type')).toBe('image/png');
      expect(Buffer.from(await file.arrayBuffer()).equals(sent)).toBe(true);
    }
  });
});
