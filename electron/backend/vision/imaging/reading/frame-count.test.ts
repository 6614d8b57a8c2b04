/** Compares counted pages with the decoder's count, and tests files with too many. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { smallAnimation } from '../../../../testing/clips.ts';
import { noisePng } from '../../../../testing/pictures.ts';
import { countPages, MOST_PAGES } from './frame-count.ts';
import { readPictureHeader, TooManyPages } from './open-picture.ts';

const SIZE = { width: 16, height: 12 };
const DELAYS = [40, 50, 60, 70, 80];

/** A WebP with the same frame again and again. */
async function longWebp(frames: number): Promise<Buffer> {
  const file = Buffer.from(await smallAnimation('webp', [50, 60], SIZE));
  const first = file.indexOf('ANMF');
  const frame = file.subarray(first, first + 8 + file.readUInt32LE(first + 4));
  const parts = Array.from({ length: frames }, () => frame);
  const long = Buffer.concat([file.subarray(0, first), ...parts]);
  long.writeUInt32LE(long.length - 8, 4);
  return long;
}

async function longGif(frames: number): Promise<Buffer> {
  const file = Buffer.from(await smallAnimation('gif', [50, 60], SIZE));
  const control = Buffer.from([0x21, 0xf9, 4]);
  const first = file.indexOf(control);
  const frame = file.subarray(first, file.indexOf(control, first + 8));
  const parts = Array.from({ length: frames }, () => frame);
  return Buffer.concat([file.subarray(0, first), ...parts, Buffer.from([0x3b])]);
}

/** A TIFF whose directories follow each other. @param next of each directory, by its number */
async function longTiff(directories: number, next: (number: number) => number): Promise<Buffer> {
  const file = await sharp(await noisePng(8, 8))
    .tiff({ compression: 'none' })
    .toBuffer();
  const at = file.readUInt32LE(4);
  const length = 2 + 12 * file.readUInt16LE(at) + 4;
  const directory = file.subarray(at, at + length);
  const place = (number: number): number => (number < 0 ? 0 : file.length + number * length);
  const all = Array.from({ length: directories }, (_none, number) => {
    const copy = Buffer.from(directory);
    copy.writeUInt32LE(place(next(number)), length - 4);
    return copy;
  });
  file.writeUInt32LE(place(0), at + length - 4);
  return Buffer.concat([file, ...all]);
}

describe('the page count of a file', () => {
  it.each(['gif', 'webp'] as const)('matches the decoder’s for the kind %s', async (format) => {
    const file = Buffer.from(await smallAnimation(format, DELAYS, SIZE));
    expect(await countPages(file)).toBe((await sharp(file).metadata()).pages);
    expect(await countPages(file)).toBe(DELAYS.length);
  });

  it('counts the directories of a TIFF in both byte orders', async () => {
    const file = await longTiff(6, (number) => (number === 5 ? -1 : number + 1));
    expect(await countPages(file)).toBe((await sharp(file).metadata()).pages);
    const big = await sharp(await noisePng(8, 8))
      .tiff({ bigtiff: true })
      .toBuffer();
    expect(await countPages(big)).toBe(1);
  });

  it('is one for other kinds, and for truncated files', async () => {
    expect(await countPages(await noisePng(8, 8))).toBe(1);
    expect(await countPages(Buffer.alloc(0))).toBe(1);
    const file = Buffer.from(await smallAnimation('gif', DELAYS, SIZE));
    for (let length = 0; length < file.length; length += 7) {
      expect(await countPages(file.subarray(0, length))).toBeLessThanOrEqual(DELAYS.length);
    }
  });

  // the decoder needs minutes for the header of the first one, and would follow the last one for ever
  it.each([
    ['WebP', () => longWebp(400_000)],
    ['GIF', () => longGif(MOST_PAGES + 1)],
    ['TIFF', () => longTiff(MOST_PAGES + 1, (number) => number + 1)],
    ['TIFF that leads back to itself', () => longTiff(3, (number) => (number + 1) % 3)],
  ] as const)('S49 is too large in a %s: no decoder sees it', async (_name, make) => {
    await expect(readPictureHeader(await make())).rejects.toBeInstanceOf(TooManyPages);
  });
});
