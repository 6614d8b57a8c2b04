import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createImagingBench } from '../testing/imaging-bench.ts';
import { tiffBlock } from '../testing/tiff-file.ts';
import { attachToTiff } from '../writing/attach-to-tiff.ts';
import { attachToJpeg } from '../writing/embed-metadata.ts';
import { exifForResult } from './exif.ts';
import { encodePhoto } from '../writing/export-photo.ts';
import { readTiffEntries } from './tiff-entries.ts';

const bench = createImagingBench();

const SIZE = { width: 400, height: 300 };
const CAMERA = {
  IFD0: { Make: 'Gesso Optics', Model: 'One' },
  IFD2: { DateTimeOriginal: '2026:01:31 12:00:00', PixelXDimension: '300' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1' },
} as const;

/** A thumbnail and a maker's part, which no library writes by itself. */
function blockWithCopies(order: 'II' | 'MM'): Buffer {
  const directories = {
    8: [
      [0x0112, 3, 1, 8],
      [0x8769, 4, 1, 40],
    ],
    40: [
      [0x927c, 7, 20, 120],
      [0xa002, 4, 1, 300],
    ],
    80: [
      [0x0201, 4, 1, 150],
      [0x0202, 4, 1, 30],
    ],
  } as const;
  const block = tiffBlock(order, 200, directories, 80);
  block.fill('SECRET MAKER PREVIEW', 120, 140, 'latin1');
  block.fill('SECRET THUMBNAIL', 150, 180, 'latin1');
  return block;
}

describe('camera data of a saved picture', () => {
  it.each(['II', 'MM'] as const)(
    'holds no copy of what was cleaned up, and stays readable (%s)',
    async (order) => {
      const kept = exifForResult(blockWithCopies(order), SIZE, 'all');
      expect(kept?.toString('latin1')).not.toContain('SECRET');
      const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), kept ?? Buffer.alloc(0)]);
      const again = exifForResult(exif, { width: 9, height: 9 }, 'all');
      expect(again?.length).toBe(kept?.length); // with a prefix as well as without
      const file = await sharp({ create: { ...SIZE, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer();
      const attached = await sharp(attachToJpeg(file, { exif: kept })).metadata();
      expect(attached).toMatchObject({ orientation: 1, ...SIZE });
    },
  );

  it('keeps its sound values and no copy when it is cut, and stays readable when it is changed', () => {
    const block = blockWithCopies('II');
    const isReadable = (kept: Buffer | undefined) =>
      kept === undefined || readTiffEntries(kept).length > 0;
    for (let length = 0; length < block.length; length++) {
      const cut = exifForResult(block.subarray(0, length), SIZE, 'without-place');
      expect(isReadable(cut), String(length)).toBe(true);
      expect(cut?.toString('latin1') ?? '').not.toContain('SECRET');
      if (length < 66) expect(cut).toBeUndefined(); // the last number that is kept ends there
    }
    for (let at = 0; at < block.length; at++) {
      const changed = Buffer.from(block);
      changed[at] = 0xff;
      expect(isReadable(exifForResult(changed, SIZE, 'all')), String(at)).toBe(true);
    }
  });

  it.each(['jpeg', 'tiff'] as const)(
    'loses one value that points outside the block, and nothing else (%s)',
    async (format) => {
      const picture = sharp({ create: { ...SIZE, channels: 3, background: '#789' } });
      const { exif } = await sharp(
        await picture
          .withExif({
            IFD0: { Artist: 'An Artist', Copyright: 'Copyright An Artist', Model: 'Model One' },
            IFD2: { DateTimeOriginal: '2026:01:02 03:04:05', LensModel: 'A lens of nobody' },
            IFD3: CAMERA.IFD3,
          })
          .jpeg()
          .toBuffer(),
      ).metadata();
      const bad = Buffer.from(exif?.subarray(6) ?? []);
      const lens = readTiffEntries(bad).find(({ tag }) => tag === 0x8769);
      const directory = lens?.value.readUInt32LE(0) ?? 0;
      for (let at = directory + 2; at < bad.length - 12; at += 12) {
        if (bad.readUInt16LE(at) === 0xa434) {
          bad.writeUInt32LE(0xffff_0000, at + 8);
          break;
        }
      }
      const file = attachToJpeg(await picture.jpeg().toBuffer(), { exif: bad });
      const source = await bench.source(file);
      const options = { format, quality: 90, lossless: true, exif: 'all' } as const;
      const saved = (await encodePhoto(source, [], options)).toString('latin1');
      const kept = ['An Artist', 'Copyright An Artist', 'Model One', '2026:01:02 03:04:05'];
      for (const text of kept) expect(saved).toContain(text);
      expect(saved).not.toContain('A lens of nobody');
    },
  );
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#789' } });

/** Photos of 400 × 300 pixels with the camera's data. */
const PHOTOS: readonly (readonly [string, () => Promise<Buffer>])[] = [
  [
    'a rotated JPEG',
    () =>
      picture(300, 400).withMetadata({ orientation: 6 }).withExifMerge(CAMERA).jpeg().toBuffer(),
  ],
  [
    'a TIFF',
    async () => {
      const { exif } = await sharp(
        await picture(9, 9).withExif(CAMERA).jpeg().toBuffer(),
      ).metadata();
      return attachToTiff(await picture(400, 300).tiff().toBuffer(), { exif: exif?.subarray(6) });
    },
  ],
];

/** Degrees of the latitude in a block. */
function latitudeOf(block: Buffer): number | undefined {
  const place = readTiffEntries(block).find(({ tag }) => tag === 0x8825);
  if (place === undefined) return undefined;
  const entries = readTiffEntries(block, place.value.readUInt32LE(0));
  return entries.find(({ tag }) => tag === 2)?.value.readUInt32LE(0);
}

describe.each(PHOTOS)('%s', (_, make) => {
  it.each(['tiff', 'jpeg', 'png', 'webp'] as const)(
    'saved as %s keeps the requested camera data, and stands upright',
    async (format) => {
      const source = await bench.source(await make());
      /** A TIFF is a block of camera data itself. */
      const save = async (exif: 'none' | 'without-place' | 'all') => {
        const file = await encodePhoto(source, [], { format, quality: 90, lossless: true, exif });
        const { width, height, orientation = 1, exif: block } = await sharp(file).metadata();
        expect([width, height, orientation]).toEqual([400, 300, 1]);
        if (format === 'tiff' || block === undefined) return file;
        return block.toString('latin1', 0, 4) === 'Exif' ? block.subarray(6) : block;
      };
      const all = await save('all');
      const without = await save('without-place');
      for (const kept of ['Gesso Optics', '2026:01:31 12:00:00']) {
        expect(all.includes(kept), kept).toBe(true);
        expect(without.includes(kept), kept).toBe(true);
      }
      expect(latitudeOf(all)).toBe(48);
      expect(latitudeOf(without)).toBeUndefined();
      expect((await save('none')).includes('Gesso Optics')).toBe(false);
    },
  );
});
