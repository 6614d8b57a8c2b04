/** Text removal over HTTP; more kinds of lettering and photographs in `remove-text-photos.test.ts`. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawLettering } from '../testing/lettering.ts';
import { expectGone, expectUnchanged, removeText, tryWords } from '../testing/words-gone.ts';
import { samplePhoto } from '../testing/tasks.ts';
import { readJson, type Service, startService } from '../test-support.ts';

const PATH = '/v3/remove-text';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(async () => {
  await service.server.close();
});

describe('POST /v3/remove-text', { timeout: 60_000 }, () => {
  it('finds and fills a white caption on rock and sky', { tags: 'second' }, async () => {
    const words = [{ text: 'MOUNTAIN', left: 45, top: 30, height: 26, colour: '#fff' }];
    await expectGone(service, 'mountain-path', words);
  });

  it('fills a sign with the colour of the sign', async () => {
    const ground = { width: 320, height: 200, channels: 3, background: '#0b6b2b' } as const;
    const sign = await sharp({ create: ground }).png().toBuffer();
    const words = [{ text: 'EXIT', left: 60, top: 60, height: 70, colour: '#fff' }];
    const { filled, after, elsewhere } = await tryWords(service, sign, words);
    expect(filled).toBe(1);
    expect(after).toBeLessThan(1);
    expect(elsewhere).toBe(0);
  });

  it('gives a photograph without text back as it is', { tags: 'second' }, async () => {
    await expectUnchanged(service, 'dandelions');
  });

  it('answers in the asked type and keeps grey, alpha and 16 bits outside the text', async () => {
    const base = await sharp({
      create: { width: 200, height: 80, channels: 3, background: '#ddd' },
    })
      .png()
      .toBuffer();
    const words = [{ text: 'HELLO', left: 20, top: 20, height: 30, colour: '#000' }];
    const written = await drawLettering(base, words);
    const webp = await removeText(service, written, { response_image_type: 'webp' });
    expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width: 200 });
    const jpeg = await removeText(service, written, { response_image_type: 'jpeg' });
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg' });
    const grey = await removeText(
      service,
      await sharp(written).toColourspace('b-w').png().toBuffer(),
    );
    expect(await sharp(grey).metadata()).toMatchObject({ channels: 1 });
    const deep = await removeText(
      service,
      await sharp(written).toColourspace('rgb16').png().toBuffer(),
    );
    expect(await sharp(deep).metadata()).toMatchObject({ depth: 'ushort' });
    const clear = await removeText(service, await sharp(written).ensureAlpha(0.5).png().toBuffer());
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

  it('takes 1024 x 1024 and refuses more, on either side', { tags: 'second' }, async () => {
    const plain = (width: number, height: number): Promise<Buffer> =>
      sharp({ create: { width, height, channels: 3, background: '#abc' } })
        .png()
        .toBuffer();
    // taken or refused before anything is found in it
    const quick = await startService({ isQuick: true });
    await removeText(quick, await plain(1024, 1024));
    await quick.server.close();
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
