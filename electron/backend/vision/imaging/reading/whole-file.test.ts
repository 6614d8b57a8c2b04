import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { noisePng } from '../../../../testing/pictures.ts';
import { testFolder } from '../../../../testing/test-folder.ts';
import { encodeRegion } from '../sent/region-picture.ts';
import { readWholeFile } from './whole-file.ts';

const SIZE = { width: 160, height: 120 };
const WHOLE = { x: 0, y: 0, ...SIZE };
const LIMIT = 1_000_000;

const folder = testFolder();
const noise = await noisePng(SIZE.width, SIZE.height, 7);

async function encoded(
  ...of: Parameters<typeof encodeRegion> extends [string, ...infer Rest] ? Rest : never
) {
  const path = join(folder, 'sent');
  await encodeRegion(path, ...of);
  return readFile(path);
}

async function source(name: string, bytes: Uint8Array, changes = {}) {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { path, depth: 8, hasAlpha: false, isCmyk: false, ...changes } as const;
}

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
    async (name, make) => {
      const file = await make().toBuffer();
      const sent = await readWholeFile(await source(name, file), WHOLE, LIMIT);
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
      [await source('turned.jpg', turned), WHOLE, LIMIT],
      [await source('grey.jpg', grey), WHOLE, LIMIT],
      [await source('photo.webp', webp), WHOLE, LIMIT],
      [await source('part.jpg', jpeg), { ...WHOLE, width: 100 }, LIMIT],
      [await source('large.jpg', jpeg), WHOLE, jpeg.length / 2],
      [await source('alpha.png', noise, { hasAlpha: true }), WHOLE, LIMIT],
    ] as const;
    for (const [photo, region, limit] of cases) {
      expect(await readWholeFile(photo, region, limit), photo.path).toBeUndefined();
      if (limit !== LIMIT) continue;
      const sent = await encoded(photo, region, [], limit);
      expect((await sharp(sent).metadata()).format).toBe('png');
    }
  });

  it('is encoded when it has a result', async () => {
    const photo = await source('with result.jpg', await sharp(noise).jpeg().toBuffer());
    const overlayPath = join(folder, 'overlay.png');
    await writeFile(
      overlayPath,
      await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00ff00' } })
        .png()
        .toBuffer(),
    );
    const patch = { rect: { x: 4, y: 4, width: 8, height: 8 }, overlayPath };
    const sent = await encoded(photo, WHOLE, [patch], LIMIT);
    expect((await sharp(sent).metadata()).format).toBe('png');
    const expected = await pixels(await readFile(photo.path));
    for (let y = 4; y < 12; y += 1) {
      for (let x = 4; x < 12; x += 1) expected.set([0, 255, 0], (y * SIZE.width + x) * 3);
    }
    expect((await pixels(sent)).equals(expected)).toBe(true);
  });
});
