import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodeMade, pixelsWith } from '../../../work/recipes/made-picture.ts';
import { convertPicture } from '../convert/convert-picture.ts';
import { bmpFile } from '../testing/bmp-file.ts';
import { createImagingBench } from '../testing/imaging-bench.ts';
import { attachToTiff } from '../writing/attach-to-tiff.ts';
import { attachToJpeg, attachToPng, attachToWebp } from '../writing/embed-metadata.ts';
import { encodePhoto } from '../writing/export-photo.ts';
import { readFileDensity } from './density.ts';
import type { Density } from './resolution.ts';
import { resolutionBlock } from './exif.ts';
import { readTiffEntries } from './tiff-entries.ts';

const SIZE = { width: 30, height: 20 };
const FAX: Density = { x: 204, y: 98 };
const FORMATS = ['png', 'jpeg', 'webp', 'tiff'] as const;

const bench = createImagingBench();

const picture = () => sharp({ create: { ...SIZE, channels: 3, background: '#789' } });
const tiffOf = async (density: Density | null) =>
  attachToTiff(await picture().tiff().toBuffer(), { density });
const exif = resolutionBlock(FAX);

/** 80.3 × 38.6 dots per centimetre are rounded to 80 × 39. */
async function jfifInCentimetres(): Promise<Buffer> {
  const file = attachToJpeg(await picture().jpeg().toBuffer(), { density: { x: 80, y: 39 } });
  file[13] = 2;
  return file;
}

/** Numbers that no printer has: they overflow a PNG's, or have no value. */
async function withImpossible(x: number, across: number): Promise<Buffer> {
  const block = Buffer.from(exif ?? []);
  const at = block.indexOf(Buffer.from([FAX.x, 0, 0, 0, 1, 0, 0, 0]));
  block.writeUInt32LE(x, at);
  block.writeUInt32LE(across, at + 4);
  return attachToJpeg(await picture().jpeg().toBuffer(), { density: null, exif: block });
}

const NAMED: readonly (readonly [string, Density, () => Promise<Uint8Array>])[] = [
  [
    'a JPEG by JFIF',
    FAX,
    async () => attachToJpeg(await picture().jpeg().toBuffer(), { density: FAX }),
  ],
  ['a JPEG by JFIF in centimetres', { x: 203.2, y: 99.06 }, jfifInCentimetres],
  [
    'a JPEG by its camera data',
    FAX,
    async () => attachToJpeg(await picture().jpeg().toBuffer(), { density: null, exif }),
  ],
  ['a PNG', FAX, async () => attachToPng(await picture().png().toBuffer(), { density: FAX })],
  [
    'a WebP',
    FAX,
    async () =>
      attachToWebp(
        await picture().webp().toBuffer(),
        { density: FAX },
        { ...SIZE, hasAlpha: false },
      ),
  ],
  ['a TIFF', FAX, () => tiffOf(FAX)],
];

/** The sizes that encoders make up are part of these. */
const UNNAMED: readonly (readonly [string, () => Promise<Uint8Array>])[] = [
  ['a JPEG', () => picture().jpeg().toBuffer()],
  [
    'a JPEG whose JFIF names a ratio alone',
    async () => attachToJpeg(await picture().jpeg().toBuffer(), { density: null }),
  ],
  ['a PNG', async () => attachToPng(await picture().png().toBuffer(), { density: null })],
  ['a WebP', () => picture().webp().toBuffer()],
  ['a TIFF', () => tiffOf(null)],
  ['a GIF', () => picture().gif().toBuffer()],
  ['a JPEG with too many dots', () => withImpossible(0xffff_ffff, 1)],
  ['a JPEG with a division by zero', () => withImpossible(72, 0)],
];

/** Everything that is written of a photo, by its name. */
async function writtenOf(photo: Uint8Array): Promise<ReadonlyMap<string, Buffer>> {
  const source = await bench.source(photo);
  const written = new Map<string, Buffer>();
  for (const format of FORMATS) {
    for (const choice of ['none', 'all'] as const) {
      const options = { format, quality: 90, lossless: true, exif: choice };
      written.set(`${format} ${choice}`, await encodePhoto(source, [], options));
    }
  }
  written.set('recipe', Buffer.from(await encodeMade(source, await pixelsWith(source, []))));
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const answer = await picture().withDensity(72).toFormat(format).toBuffer();
    const changes = { from: SIZE, mediaType: `image/${format}` };
    const path = await bench.finish(await bench.enlargement(photo, answer, changes));
    written.set(`enlarged ${format}`, await readFile(path));
  }
  return written;
}

describe('a print size', () => {
  it.each(NAMED)('is kept across and down in every format from %s', async (_, density, make) => {
    for (const [name, file] of await writtenOf(await make())) {
      const found = await readFileDensity(await bench.put(file));
      // a JPEG has room for whole numbers
      expect(Math.abs((found?.x ?? 0) - density.x), name).toBeLessThan(0.5);
      expect(Math.abs((found?.y ?? 0) - density.y), name).toBeLessThan(0.5);
    }
  });

  it.each(UNNAMED)('is not invented when %s does not name it', async (_, make) => {
    for (const [name, file] of await writtenOf(await make())) {
      expect(await readFileDensity(await bench.put(file)), name).toBeNull();
      if (name.startsWith('png')) expect(file.includes('pHYs'), name).toBe(false);
      if (!name.startsWith('tiff')) continue;
      const unit = readTiffEntries(file).find(({ tag }) => tag === 0x0128);
      expect(unit?.value.readUInt16LE(0), name).toBe(1);
    }
  });

  it('is rotated with the picture', async () => {
    const turned = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    for (const [name, file] of await writtenOf(attachToJpeg(turned, { density: FAX }))) {
      expect(await readFileDensity(await bench.put(file)), name).toEqual({ x: FAX.y, y: FAX.x });
    }
  });

  it('of a BMP is kept, and is not invented when it names none', async () => {
    for (const [perMetre, density] of [
      [[8031, 3858], FAX],
      [[0, 0], null],
    ] as const) {
      const bmp = bmpFile({ width: 1, height: 1, bits: 24, colours: [[1, 2, 3]] });
      bmp.writeInt32LE(perMetre[0], 38);
      bmp.writeInt32LE(perMetre[1], 42);
      const { png } = await convertPicture(await bench.put(bmp), 'bmp', 'fax.bmp');
      const found = await readFileDensity(await bench.put(png));
      expect(found && { x: Math.round(found.x), y: Math.round(found.y) }).toEqual(density);
    }
  });
});
