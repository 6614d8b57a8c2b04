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

describe('a lossless WebP', () => {
  it('is exact, including the colours below full transparency', async () => {
    const { file, expected } = await plain('', 4, 8).make();
    const region = { x: 60, y: 0, width: 71, height: HEIGHT };
    const painted = { x: 128, y: 94, width: 3, height: 3 };
    const saved = await bench.cleanUpAndSave(await bench.open(file), region, [painted], {
      format: 'webp',
    });
    const wanted = composed(expected, region, saved.alpha, saved.answer);
    expect(await samplesAt(saved.path, 8)).toEqual(wanted);
  });
});

describe('a TIFF', () => {
  for (const channels of [3, 4] as const) {
    for (const depth of [8, 16] as const) {
      it(`is exact with ${channels} channels of ${depth} bits`, async () => {
        const { file, expected } = await plain('', channels, depth).make();
        const region = { x: 60, y: 0, width: 71, height: HEIGHT };
        const painted = { x: 128, y: 94, width: 3, height: 3 };
        const saved = await bench.cleanUpAndSave(await bench.open(file), region, [painted], {
          format: 'tiff',
        });
        const wanted = composed(expected, region, saved.alpha, saved.answer);
        expect(await samplesAt(saved.path, depth)).toEqual(wanted);
        expect(await sharp(saved.path).metadata()).toMatchObject({
          format: 'tiff',
          channels,
          depth: depth === 16 ? 'ushort' : 'uchar',
        });
      });
    }
  }
});

describe('colour profile and density', () => {
  it('match the original in every format, with unchanged values when nothing is lost', async () => {
    const file = await rgb().withIccProfile('p3').withMetadata({ density: 300 }).png().toBuffer();
    const source = await bench.open(file);
    const original = (await sharp(file).metadata()).icc;
    const numbers = await sharp(file, { ignoreIcc: true }).raw().toBuffer();
    expect(original?.byteLength).toBeGreaterThan(100);
    for (const format of ['png', 'webp', 'tiff', 'jpeg'] as const) {
      const path = join(bench.folder, `profile.${format}`);
      await exportPhoto(source, [], { format, quality: 100, lossless: true }, path);
      const metadata = await sharp(path).metadata();
      expect(metadata.icc?.equals(original ?? Buffer.alloc(0)), format).toBe(true);
      if (format !== 'jpeg') expect(Buffer.from(await samplesAt(path, 8))).toEqual(numbers);
      if (format !== 'webp') expect(Math.round(metadata.density ?? 0), format).toBe(300);
      expect(metadata.orientation ?? 1).toBe(1);
    }
  });

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
