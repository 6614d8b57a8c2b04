/** Channels, samples and colours that decoders don't expect: kept, reported or refused. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createBackendFixture } from '../../../../testing/backend-fixture.ts';
import { attachToJpeg } from '../writing/embed-metadata.ts';
import { standardPicture } from './standard-picture.ts';
import { encoded, longs, pngChunk, pngWith, UPRIGHT } from '../testing/one-picture.ts';
import { PHOTOMETRIC, SAMPLE_FORMAT, tiffFile, type TiffOptions } from '../testing/tiff-file.ts';

const fixture = await createBackendFixture();

const tiff = (options: Partial<TiffOptions>): Buffer =>
  tiffFile({
    width: 6,
    height: 4,
    photometric: PHOTOMETRIC.rgb,
    bits: 8,
    samplesPerPixel: 3,
    sample: (x, y, channel) => 10 * x + y + channel,
    ...options,
  });

async function shown(url: string): Promise<Buffer> {
  return await sharp(await fixture.bytes(url))
    .toColourspace('srgb')
    .raw()
    .toBuffer();
}

it('a re-encoded picture keeps its XMP, and reports its lost IPTC', async () => {
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Mara</a></x:xmpmeta>';
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const jpeg = await sharp({
    create: { width: 256, height: 256, channels: 3, noise, background: '#000' },
  })
    .withXmp(xmp)
    .jpeg()
    .toBuffer();
  const path = join(fixture.folder, 'cut.jpg');
  const byline = Buffer.concat([Buffer.from([0x1c, 2, 80, 0, 4]), Buffer.from('Mara')]);
  const whole = attachToJpeg(jpeg, { iptc: byline });
  await writeFile(path, whole.subarray(0, Math.round(whole.length * 0.95)));
  const made = await standardPicture(path, 'cut.jpg');
  const { xmp: kept } = await sharp(made?.bytes).metadata();
  expect(kept?.toString()).toContain('Mara');
  expect(made?.notes.join(' ')).toContain(
    'This photo has IPTC data, which saved files won’t have.',
  );
});

describe('a TIFF is refused with its format named', () => {
  it.each([
    ['signed numbers', { bits: 16, sampleFormat: SAMPLE_FORMAT.signed }, 'numbers below zero'],
    ['floats of 64 bits', { bits: 64, sampleFormat: SAMPLE_FORMAT.float }, '64 bits per channel'],
    [
      'an ICC Lab layout',
      { photometric: 9, sampleFormat: SAMPLE_FORMAT.float, bits: 32 },
      'colours of an unknown kind',
    ],
    ['ICC Lab of 8 bits', { photometric: 9 }, 'colours of an unknown kind'],
    ['a mask alone', { photometric: 4, samplesPerPixel: 1 }, 'colours of an unknown kind'],
    [
      'transparency behind many selections',
      { samplesPerPixel: 6, extra: [0, 0, 2] },
      'saved selections before its transparency',
    ],
    [
      'CMYK that is multiplied by its transparency',
      { photometric: PHOTOMETRIC.cmyk, samplesPerPixel: 5, extra: [1] },
      'CMYK of this kind',
    ],
  ] as const)('%s', async (_, options, words) => {
    const error = await fixture.refusedPhoto(tiff(options), 'a.tif');
    expect(error.kind).toBe('unsupported-file');
    expect(error.message).toContain(`“a.tif” has ${words}`);
  });
});

describe('a photo says which data of its file is not kept', () => {
  it.each([
    ['saved selections', { samplesPerPixel: 4, extra: [0] }, 'saved selections or spot colours'],
    ['floats', { bits: 32, sampleFormat: SAMPLE_FORMAT.float }, 'floating-point numbers'],
    ['32 bits', { bits: 32 }, '32 bits per channel'],
    ['Lab', { photometric: PHOTOMETRIC.lab }, 'in Lab'],
    ['CMYK', { photometric: PHOTOMETRIC.cmyk, samplesPerPixel: 5, extra: [0] }, 'in CMYK'],
  ] as const)('%s', async (_, options, words) => {
    const photo = await fixture.importPhoto(tiff(options), 'a.tif');
    expect(photo.notes.join(' ')).toContain(words);
    expect(photo.format).toBe('tiff');
  });

  it('HDR, whose brightness an ordinary screen cannot show', async () => {
    const png = await encoded(UPRIGHT, 'png');
    for (const transfer of [16, 18]) {
      const file = pngWith(png, pngChunk('cICP', Buffer.from([9, transfer, 0, 1])));
      const photo = await fixture.importPhoto(file, 'hdr.png');
      expect(photo.notes.join(' ')).toContain('HDR');
      const saved = sharp(await fixture.savePng(photo.id)).toColourspace('srgb');
      expect(await saved.raw().toBuffer()).toEqual(await shown(photo.url));
    }
  });
});

it('a PNG is opened although its primaries fit no profile', async () => {
  const primaries = longs(12_676, 6423, 16_212, 48_479, 78_255, 18_044, 26_687, 24_725);
  const chunks = [pngChunk('gAMA', longs(45_455)), pngChunk('cHRM', primaries)];
  const file = pngWith(await encoded(UPRIGHT, 'png'), ...chunks);
  expect(await fixture.importPhoto(file, 'odd.png')).toMatchObject({ width: UPRIGHT.width });
});

it('a CMYK photo with a saved selection has the same colours as without', async () => {
  const cmyk = {
    photometric: PHOTOMETRIC.cmyk,
    sample: (x: number, y: number, channel: number) =>
      [200 - x, 100, 40 + y, 30, 255][channel] ?? 0,
  };
  const plain = await fixture.importPhoto(tiff({ ...cmyk, samplesPerPixel: 4 }), 'a.tif');
  const odd = await fixture.importPhoto(tiff({ ...cmyk, samplesPerPixel: 5, extra: [0] }), 'b.tif');
  expect(await shown(odd.url)).toEqual(await shown(plain.url));
});

it('a photo with premultiplied colours and a saved selection regains its own colours', async () => {
  const file = tiff({
    samplesPerPixel: 5,
    extra: [0, 1],
    sample: (_x, _y, channel) => [100, 60, 20, 255, 128][channel] ?? 0,
  });
  const photo = await fixture.importPhoto(file, 'a.tif');
  expect([...(await shown(photo.url)).subarray(0, 4)]).toEqual([199, 120, 40, 128]);
});

it('a rotated photo with a saved selection stands upright', async () => {
  const file = tiff({ samplesPerPixel: 4, extra: [0], orientation: 6 });
  expect(await fixture.importPhoto(file, 'a.tif')).toMatchObject({ width: 4, height: 6 });
});
