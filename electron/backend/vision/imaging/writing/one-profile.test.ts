/** Written files have one profile, the photo's, and follow the rules of their containers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { noisePng } from '../../../../testing/pictures.ts';
import { checkPicture } from '../testing/check-file.ts';
import { createImagingBench } from '../testing/imaging-bench.ts';
import { attachToPng, pngChunk } from './embed-metadata.ts';
import { encodePhoto } from './export-photo.ts';
import { writeWithProfile } from './finish-upscale.ts';

const SIZE = { width: 30, height: 20 };
const SRGB = pngChunk('sRGB', Buffer.from([0]));
const GAMMA = pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]));

const bench = createImagingBench();
const noise = await noisePng(SIZE.width, SIZE.height, 5);

const rgb = () => sharp(noise).removeAlpha();

/** Behind the header, as an encoder puts them there. */
async function pngWith(...chunks: readonly Buffer[]): Promise<Buffer> {
  const png = await rgb().png().toBuffer();
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

/** Files of a service that says something about the colours of its answers. */
const ANSWERS: readonly (readonly [string, string, () => Promise<Buffer>])[] = [
  [
    'a PNG with sRGB, gAMA and a text',
    'image/png',
    () => pngWith(GAMMA, SRGB, pngChunk('tEXt', Buffer.from('Comment\0x'))),
  ],
  ['a PNG with a profile', 'image/png', () => rgb().withIccProfile('srgb').png().toBuffer()],
  [
    'a PNG with a palette',
    'image/png',
    () => rgb().withIccProfile('srgb').png({ palette: true }).toBuffer(),
  ],
  [
    'a JPEG with camera data',
    'image/jpeg',
    () =>
      rgb()
        .withIccProfile('srgb')
        .withExif({ IFD0: { Make: 'x' } })
        .jpeg()
        .toBuffer(),
  ],
  ['a WebP', 'image/webp', () => rgb().webp().toBuffer()],
  [
    'a lossless WebP with everything',
    'image/webp',
    () =>
      rgb()
        .withIccProfile('srgb')
        .withExif({ IFD0: { Make: 'x' } })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
        .webp({ lossless: true })
        .toBuffer(),
  ],
];

const PHOTOS: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['with a profile', () => rgb().withIccProfile('p3').jpeg().toBuffer()],
  ['without one', () => rgb().png().toBuffer()],
];

async function profileOf(file: Buffer): Promise<readonly Buffer[]> {
  const { icc } = await sharp(file).metadata();
  return icc === undefined ? [] : [icc];
}

describe.each(PHOTOS)('an enlargement of a photo %s', (_, photo) => {
  it.each(ANSWERS)(
    'has only the photo’s profile when the service sends %s',
    async (_name, mediaType, answer) => {
      const original = await photo();
      for (const matchColors of [false, true]) {
        const changes = { from: SIZE, mediaType, matchColors };
        const order = await bench.enlargement(original, await answer(), changes);
        const written = await readFile(await bench.finish(order));
        const { faults, profiles, parts } = checkPicture(written);
        expect(faults).toEqual([]);
        expect(profiles).toEqual(await profileOf(original));
        expect(await profileOf(written)).toEqual(await profileOf(original));
        for (const type of ['sRGB', 'gAMA', 'cHRM', 'cICP']) expect(parts).not.toContain(type);
      }
    },
  );
});

it('shows an enlargement with one profile and the received pixels', async () => {
  const photo = await rgb().withIccProfile('p3').png().toBuffer();
  const [profile] = await profileOf(photo);
  for (const answer of [
    await pngWith(GAMMA, SRGB),
    await rgb().withIccProfile('srgb').png().toBuffer(),
  ]) {
    const path = join(bench.folder, `shown-${answer.length}`);
    const order = await bench.enlargement(photo, answer, { from: SIZE });
    await writeWithProfile(order, profile ?? null, path);
    const written = await readFile(path);
    const { faults, profiles } = checkPicture(written);
    expect(faults).toEqual([]);
    expect(profiles).toEqual([profile]);
    const numbers = (file: Buffer) => sharp(file, { ignoreIcc: true }).raw().toBuffer();
    expect(await numbers(written)).toEqual(await numbers(answer));
  }
});

describe.each(['png', 'jpeg', 'webp', 'tiff'] as const)('a photo saved as %s', (format) => {
  it.each([
    ['a profile', () => rgb().withIccProfile('p3')],
    [
      'a profile and camera data',
      () =>
        rgb()
          .withIccProfile('p3')
          .withExif({ IFD0: { Make: 'x' } }),
    ],
    ['neither', () => rgb()],
  ] as const)('follows the rules of its format with %s', async (_, make) => {
    for (const photo of [
      await make().jpeg().toBuffer(),
      await make().png().toBuffer(),
      await make().webp().toBuffer(),
      await make().tiff().toBuffer(),
    ]) {
      const options = { format, quality: 90, lossless: true, exif: 'all' } as const;
      const written = await encodePhoto(await bench.source(photo), [], options);
      const { faults, profiles } = checkPicture(written);
      expect(faults).toEqual([]);
      expect(profiles).toEqual(await profileOf(photo));
    }
  });
});

it('replaces a chunk of a PNG by the attached one', async () => {
  const facts = { density: { x: 100, y: 50 }, exif: Buffer.from('II*\0') };
  expect(checkPicture(attachToPng(attachToPng(noise, facts), facts)).faults).toEqual([]);
});
