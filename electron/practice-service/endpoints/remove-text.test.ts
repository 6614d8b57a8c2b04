/**
 * Text removal over HTTP: lettering of many kinds is gone, and pictures without text are as they
 * were.
 */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawLettering, grown, type Lettering, letteringMask } from '../testing/lettering.ts';
import { samplePhoto } from '../testing/tasks.ts';
import { readImage, readJson, type Service, startService } from '../test-support.ts';

const PATH = '/v3/remove-text';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(async () => {
  await service.server.close();
});

function samplesOf(file: Buffer): Promise<Buffer> {
  return sharp(file).raw().toBuffer();
}

async function removeText(file: Buffer, extra?: object): Promise<Buffer> {
  const body = { image_file: file.toString('base64'), ...(extra === undefined ? {} : { extra }) };
  const response = await service.post(PATH, body);
  expect(response.status).toBe(200);
  return readImage(response);
}

/** How well words were removed from a photograph. */
interface Outcome {
  /** Share of the words' pixels that were filled. */
  readonly filled: number;
  /** Mean difference to the photograph without words, where they were, before and after. */
  readonly before: number;
  readonly after: number;
  /** Pixels that were changed farther than 20 pixels from any word. */
  readonly elsewhere: number;
}

async function tryWords(photo: Buffer, words: readonly Lettering[]): Promise<Outcome> {
  const { width, height } = await sharp(photo).metadata();
  const written = await drawLettering(photo, words);
  const [clean, before, after] = await Promise.all(
    [photo, written, await removeText(written)].map((file) => samplesOf(file)),
  );
  if (clean === undefined || before === undefined || after === undefined) throw new Error();
  const mask = await letteringMask(words, width, height);
  const near = grown(mask, width, height, 20);
  let [pixels, filled, differenceBefore, differenceAfter, elsewhere] = [0, 0, 0, 0, 0];
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    const channels = [3 * pixel, 3 * pixel + 1, 3 * pixel + 2];
    const isChanged = channels.some((at) => before[at] !== after[at]);
    if (isChanged && near[pixel] === 0) elsewhere += 1;
    if (mask[pixel] !== 1) continue;
    pixels += 1;
    if (isChanged) filled += 1;
    for (const at of channels) {
      differenceBefore += Math.abs((before[at] ?? 0) - (clean[at] ?? 0)) / 3;
      differenceAfter += Math.abs((after[at] ?? 0) - (clean[at] ?? 0)) / 3;
    }
  }
  return {
    filled: filled / pixels,
    before: differenceBefore / pixels,
    after: differenceAfter / pixels,
    elsewhere,
  };
}

describe('POST /v3/remove-text', { timeout: 60_000 }, () => {
  it.each([
    [
      'a white caption on rock and sky',
      'mountain-path',
      [{ text: 'MOUNTAIN', left: 45, top: 30, height: 26, colour: '#fff' }],
    ],
    [
      'black print on a bright wall, sloping',
      'two-dogs',
      [
        {
          text: 'NO PARKIN',
          left: 240,
          top: 22,
          height: 19,
          colour: '#111',
          weight: 0.12,
          slope: 6,
        },
      ],
    ],
    [
      'a half transparent watermark',
      'mountain-path',
      [{ text: 'SAMPLE', left: 112, top: 250, height: 36, colour: '#fff', opacity: 0.55 }],
    ],
    [
      'two small lines in colour',
      'fig-in-a-bowl',
      [
        { text: 'HOTEL', left: 14, top: 16, height: 14, colour: '#103a90', weight: 0.16 },
        { text: 'ROMA', left: 14, top: 40, height: 14, colour: '#103a90', weight: 0.16 },
      ],
    ],
  ] as const)('finds and fills %s', async (_what, name, words) => {
    const photo = await samplePhoto(name, 420, 330);
    const { filled, before, after, elsewhere } = await tryWords(photo, words);
    expect(filled).toBeGreaterThan(0.93);
    expect(after).toBeLessThan(0.5 * before);
    // Next to a watermark, specks that look like it are filled too.
    expect(elsewhere).toBeLessThan(0.01 * 420 * 330);
  });

  it('fills a sign with the colour of the sign', async () => {
    const ground = { width: 320, height: 200, channels: 3, background: '#0b6b2b' } as const;
    const sign = await sharp({ create: ground }).png().toBuffer();
    const words = [{ text: 'EXIT', left: 60, top: 60, height: 70, colour: '#fff' }];
    const { filled, after, elsewhere } = await tryWords(sign, words);
    expect(filled).toBe(1);
    expect(after).toBeLessThan(1);
    expect(elsewhere).toBe(0);
  });

  it('removes the caption of the sample postcard, so that none is found any more', async () => {
    const photo = await samplePhoto('postcard', 950, 632);
    const once = await removeText(photo);
    expect((await samplesOf(once)).equals(await samplesOf(photo))).toBe(false);
    expect((await samplesOf(await removeText(once))).equals(await samplesOf(once))).toBe(true);
  });

  it('gives a photograph without text back as it is', async () => {
    for (const name of ['mountain-path', 'two-dogs', 'fig-in-a-bowl', 'dandelions'] as const) {
      const photo = await samplePhoto(name, 400, 300);
      expect((await samplesOf(await removeText(photo))).equals(await samplesOf(photo))).toBe(true);
    }
  });

  it('answers in the asked type and keeps grey, alpha and 16 bits outside the text', async () => {
    const base = await sharp({
      create: { width: 200, height: 80, channels: 3, background: '#ddd' },
    })
      .png()
      .toBuffer();
    const words = [{ text: 'HELLO', left: 20, top: 20, height: 30, colour: '#000' }];
    const written = await drawLettering(base, words);
    const webp = await removeText(written, { response_image_type: 'webp' });
    expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width: 200 });
    const jpeg = await removeText(written, { response_image_type: 'jpeg' });
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg' });
    const grey = await removeText(await sharp(written).toColourspace('b-w').png().toBuffer());
    expect(await sharp(grey).metadata()).toMatchObject({ channels: 1 });
    const deep = await removeText(await sharp(written).toColourspace('rgb16').png().toBuffer());
    expect(await sharp(deep).metadata()).toMatchObject({ depth: 'ushort' });
    const clear = await removeText(await sharp(written).ensureAlpha(0.5).png().toBuffer());
    expect(await sharp(clear).metadata()).toMatchObject({ channels: 4 });
    for (const file of [webp, jpeg, grey, deep, clear]) {
      const { data } = await sharp(file)
        .removeAlpha()
        .toColourspace('b-w')
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true });
      expect(Math.min(...data)).toBeGreaterThan(200);
    }
  });

  it('takes 1024 x 1024 and refuses more, on either side', async () => {
    const plain = (width: number, height: number): Promise<Buffer> =>
      sharp({ create: { width, height, channels: 3, background: '#abc' } })
        .png()
        .toBuffer();
    await removeText(await plain(1024, 1024));
    for (const [width, height] of [
      [1025, 10],
      [10, 1025],
    ] as const) {
      const image_file = (await plain(width, height)).toString('base64');
      const response = await service.post(PATH, { image_file });
      expect(response.status).toBe(400);
      expect((await readJson(response))['reason']).toBe('IMAGE_EXCEEDS_MAX_RESOLUTION');
    }
  });

  it.each([
    ['INVALID_REQUEST_BODY', {}],
    ['INVALID_REQUEST_BODY', { image_file: 'data:image/png;base64,AAAA' }],
    ['INVALID_REQUEST_BODY', { image_file: 'AAAA', extra: { response_image_type: 'gif' } }],
    ['INVALID_IMAGE_FORMAT', { image_file: 'AAAA' }],
    ['IMAGE_FILE_EXCEEDS_MAX_SIZE', { image_file: 'A'.repeat(4 * 10 * 1024 * 1024 + 4) }],
  ])('answers %s for what is not as specified', async (reason, body) => {
    const response = await service.post(PATH, body);
    expect(response.status).toBe(400);
    expect((await readJson(response))['reason']).toBe(reason);
  });

  it('is found in the request log, and a fault that answers it does not hide it', async () => {
    const photo = await samplePhoto('dandelions', 90, 60);
    await service.post('/practice/faults', {
      path: PATH,
      kind: 'answer',
      status: 500,
      body: 'No.',
    });
    const extra = { response_image_type: 'webp' };
    await service.post(PATH, { image_file: photo.toString('base64'), extra });
    const record = (await service.records()).at(-1) ?? {};
    expect(record).toMatchObject({
      status: 500,
      summary: { image: { bytes: photo.length, width: 90, height: 60 }, extra },
    });
    const file = await service.call(`/practice/requests/${String(record['id'])}/image`);
    expect(Buffer.from(await file.arrayBuffer()).equals(photo)).toBe(true);
  });
});
