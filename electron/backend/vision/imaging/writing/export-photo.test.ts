import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { noise, noisePng, pngOf } from '../../../../testing/pictures.ts';
import { attachToJpeg } from './embed-metadata.ts';
import { exportPhoto } from './export-photo.ts';
import { composed, createImagingBench, samplesAt } from '../testing/imaging-bench.ts';
import { HEIGHT, plain, rgb, WIDTH, withAlpha } from '../testing/picture-kinds.ts';

const bench = createImagingBench();

it.each([
  ['webp', 4, 8], // including the colours below full transparency
  ['tiff', 3, 16],
  ['tiff', 4, 8],
] as const)(
  'a lossless %s is exact with %i channels of %i bits',
  async (format, channels, depth) => {
    const { file, expected } = await plain('', channels, depth).make();
    const region = { x: 60, y: 0, width: 71, height: HEIGHT };
    const painted = { x: 128, y: 94, width: 3, height: 3 };
    const saved = await bench.cleanUpAndSave(await bench.open(file), region, [painted], { format });
    const wanted = composed(expected, region, saved.alpha, saved.answer);
    expect(await samplesAt(saved.path, depth)).toEqual(wanted);
    expect(await sharp(saved.path).metadata()).toMatchObject({
      format,
      channels,
      depth: depth === 16 ? 'ushort' : 'uchar',
    });
  },
);

describe('colour profile and density', () => {
  it('survive in a lossy WebP with alpha, which has a container of its own', async () => {
    const file = await sharp(withAlpha(noise(WIDTH, HEIGHT, 4)), {
      raw: { width: WIDTH, height: HEIGHT, channels: 4 },
    })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const path = join(bench.folder, 'alpha.webp');
    await exportPhoto(
      await bench.open(file),
      [],
      { format: 'webp', quality: 80, lossless: false },
      path,
    );
    const metadata = await sharp(path).metadata();
    expect(metadata).toMatchObject({ hasAlpha: true, hasProfile: true, width: WIDTH });
    expect(metadata.icc).toEqual((await sharp(file).metadata()).icc);
  });

  it('are split over several JPEG segments when the profile is large', async () => {
    const profile = new Uint8Array(200_000).map((_, index) => index % 251);
    const icc = Buffer.from(
      (await sharp(await rgb().withIccProfile('p3').png().toBuffer()).metadata()).icc ?? [],
    );
    profile.set(icc.subarray(0, 128)); // a header that readers accept
    new DataView(profile.buffer).setUint32(0, profile.byteLength);
    const jpeg = attachToJpeg(await rgb().jpeg().toBuffer(), {
      profile,
      density: { x: 240, y: 240 },
    });
    const metadata = await sharp(jpeg).metadata();
    expect(metadata.density).toBe(240);
    expect(metadata.icc?.equals(profile)).toBe(true);
    expect((await sharp(jpeg).raw().toBuffer()).byteLength).toBe(WIDTH * HEIGHT * 3);
  });
});

describe('saving', () => {
  it('as JPEG puts transparent areas on white', async () => {
    const file = await pngOf(new Uint8Array(16 * 16 * 4), 16, 16, 4);
    const path = join(bench.folder, 'flat.jpg');
    await exportPhoto(
      await bench.open(file),
      [],
      { format: 'jpeg', quality: 90, lossless: false },
      path,
    );
    expect([...(await samplesAt(path, 8)).subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it('as WebP refuses a picture beyond its limits, and leaves no file', async () => {
    const file = await sharp({
      create: { width: 16_384, height: 1, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer();
    const path = join(bench.folder, 'wide.webp');
    const saving = exportPhoto(
      await bench.open(file),
      [],
      { format: 'webp', quality: 90, lossless: true },
      path,
    );
    await expect(saving).rejects.toMatchObject({
      kind: 'too-large',
      message: expect.stringContaining('PNG, TIFF or JPEG'),
    });
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });

  it('never overwrites an existing file', async () => {
    const path = await bench.put(Buffer.from('mine'));
    const source = await bench.open(await noisePng(8, 8));
    const options = { format: 'png', quality: 90, lossless: true } as const;
    await expect(exportPhoto(source, [], options, path)).rejects.toThrow('EEXIST');
    expect(await readFile(path, 'utf8')).toBe('mine');
  });
});
