/** Text removal over HTTP; more kinds of lettering and photographs in `remove-text-photos.test.ts`. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawLettering } from '../testing/lettering.ts';
import { removeText, tryWords } from '../testing/words-gone.ts';
import { type Service, startService } from '../test-support.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(async () => {
  await service.server.close();
});

describe('POST /v3/remove-text', { timeout: 60_000 }, () => {
  it('fills a sign with the colour of the sign', async () => {
    const ground = { width: 320, height: 200, channels: 3, background: '#0b6b2b' } as const;
    const sign = await sharp({ create: ground }).png().toBuffer();
    const words = [{ text: 'EXIT', left: 60, top: 60, height: 70, colour: '#fff' }];
    const { filled, after, elsewhere } = await tryWords(service, sign, words);
    expect(filled).toBe(1);
    expect(after).toBeLessThan(1);
    expect(elsewhere).toBe(0);
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
});
