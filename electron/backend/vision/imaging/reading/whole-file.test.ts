import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { noisePng } from '../../../../testing/pictures.ts';
import { createImagingBench } from '../testing/imaging-bench.ts';
import { readWholeFile } from './whole-file.ts';

const SIZE = { width: 160, height: 120 };
const WHOLE = { x: 0, y: 0, ...SIZE };
const LIMIT = 1_000_000;

const bench = createImagingBench();
const noise = await noisePng(SIZE.width, SIZE.height, 7);

function pixels(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes, { ignoreIcc: true }).toColourspace('srgb').removeAlpha().raw().toBuffer();
}

describe('a region that covers the whole photo', () => {
  const exif = { IFD0: { Make: 'Secret camera' } };
  it.each([
    [
      'progressive.jpg',
      () => sharp(noise).withIccProfile('p3').withExifMerge(exif).jpeg({ progressive: true }),
    ],
    ['444.jpg', () => sharp(noise).withExifMerge(exif).jpeg({ chromaSubsampling: '4:4:4' })],
    ['rgb.png', () => sharp(noise).removeAlpha().withIccProfile('p3').withExifMerge(exif).png()],
    ['palette.png', () => sharp(noise).removeAlpha().withExifMerge(exif).png({ palette: true })],
  ] as const)(
    'is sent as its file, with the same pixels and nothing else (%s)',
    async (_, make) => {
      const file = await make().toBuffer();
      const sent = await readWholeFile(await bench.source(file), WHOLE, LIMIT);
      if (sent === undefined) throw new Error('It was not sent as it is.');
      expect((await pixels(sent)).equals(await pixels(file))).toBe(true);
      const { icc, exif: camera } = await sharp(sent).metadata();
      expect([icc, camera]).toEqual([undefined, undefined]);
      expect(sent.includes('Secret camera')).toBe(false);
      expect(file.includes('Secret camera')).toBe(true);
    },
  );

  it('is encoded when its file differs from the shown picture or may not be sent', async () => {
    const jpeg = await sharp(noise).jpeg().toBuffer();
    const turned = await sharp(noise).withMetadata({ orientation: 3 }).jpeg().toBuffer();
    const grey = await sharp(noise).toColourspace('b-w').jpeg().toBuffer();
    const webp = await sharp(noise).webp().toBuffer();
    const cases = [
      ['turned', await bench.source(turned), WHOLE, LIMIT],
      ['grey', await bench.source(grey), WHOLE, LIMIT],
      ['a WebP', await bench.source(webp), WHOLE, LIMIT],
      ['a part', await bench.source(jpeg), { ...WHOLE, width: 100 }, LIMIT],
      ['large', await bench.source(jpeg), WHOLE, jpeg.length / 2],
      ['with alpha', await bench.source(noise, { hasAlpha: true }), WHOLE, LIMIT],
    ] as const;
    for (const [what, photo, region, limit] of cases) {
      expect(await readWholeFile(photo, region, limit), what).toBeUndefined();
      if (limit !== LIMIT) continue;
      const sent = await bench.encode(photo, region, [], limit);
      expect((await sharp(sent).metadata()).format).toBe('png');
    }
  });

  it('is encoded when it has a result', async () => {
    const photo = await bench.source(await sharp(noise).jpeg().toBuffer());
    const green = { width: 8, height: 8, channels: 4, background: '#00ff00' } as const;
    const overlayPath = await bench.put(await sharp({ create: green }).png().toBuffer());
    const patch = { rect: { x: 4, y: 4, width: 8, height: 8 }, overlayPath };
    const sent = await bench.encode(photo, WHOLE, [patch], LIMIT);
    expect((await sharp(sent).metadata()).format).toBe('png');
    const expected = await pixels(await readFile(photo.path));
    for (let y = 4; y < 12; y += 1) {
      for (let x = 4; x < 12; x += 1) expected.set([0, 255, 0], (y * SIZE.width + x) * 3);
    }
    expect((await pixels(sent)).equals(expected)).toBe(true);
  });
});
