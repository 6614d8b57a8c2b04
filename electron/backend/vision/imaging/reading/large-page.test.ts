/** Tests TIFF files whose first page is a thumbnail, and others with several pages. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createBackendFixture } from '../../../../testing/backend-fixture.ts';
import { storedSamples } from '../../../../testing/pictures.ts';
import { readTrainingFacts } from './training-facts.ts';

const fixture = await createBackendFixture();

/** One page of a file for tests. */
interface PageOptions {
  readonly width: number;
  readonly height: number;
  /** Brightness by the place, 0 to 1 both ways; a ramp unless given. */
  readonly grey?: (x: number, y: number) => number;
  /** Other tags: number and value. */
  readonly tags?: readonly (readonly [number, number])[];
  /** It hangs below the first page (SubIFDs) and is not in the chain. */
  readonly isInside?: boolean;
}

const RAMP = (x: number, y: number): number => 40 + 150 * x + 50 * y;
const OTHER = (x: number, y: number): number => 240 - 200 * y * x;

/** Room for a directory, bytes. */
const DIRECTORY = 512;

/** Grey pages of 8 bits without packing (TIFF 6.0, BigTIFF), each with its pixels before it. */
function pagesFile(pages: readonly PageOptions[], { isBig = false, isLittle = true } = {}): Buffer {
  const size = isBig ? 8 : 4;
  let end = isBig ? 16 : 8;
  const placed = pages.map((page) => {
    const directoryAt = end + Math.ceil((page.width * page.height) / 8) * 8;
    const pixelsAt = end;
    end = directoryAt + DIRECTORY;
    return { ...page, pixelsAt, directoryAt };
  });
  const file = Buffer.alloc(end);
  /** Writes a number of 32 bits at most. @returns the offset behind it */
  const put = (at: number, value: number, bytes: number): number => {
    const used = Math.min(bytes, 4);
    if (isLittle) file.writeUIntLE(value, at, used);
    else file.writeUIntBE(value, at + bytes - used, used);
    return at + bytes;
  };
  file.write(isLittle ? 'II' : 'MM', 'latin1');
  put(2, isBig ? 43 : 42, 2);
  if (isBig) put(4, 8, 2);
  put(isBig ? 8 : 4, placed[0]?.directoryAt ?? 0, size);
  for (const [index, page] of placed.entries()) {
    const { width, height, grey = RAMP, pixelsAt, isInside = false } = page;
    for (let pixel = 0; pixel < width * height; pixel++) {
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      file[pixelsAt + pixel] = Math.round(grey(x / width, y / height));
    }
    const below = index === 0 ? placed.find((each) => each.isInside === true) : undefined;
    const tags = [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, pixelsAt],
      [277, 1],
      [278, height],
      [279, width * height],
      ...(below === undefined ? [] : [[330, below.directoryAt] as const]),
      ...(page.tags ?? []),
    ].toSorted(([a = 0], [b = 0]) => a - b);
    let at = put(page.directoryAt, tags.length, isBig ? 8 : 2);
    for (const [tag = 0, value = 0] of tags) {
      at = put(put(put(at, tag, 2), 4, 2), 1, size);
      put(at, value, 4);
      at += size;
    }
    const following = placed.slice(index + 1).find((next) => next.isInside !== true);
    put(at, isInside ? 0 : (following?.directoryAt ?? 0), size);
  }
  return file;
}

const SMALL = { width: 30, height: 20 };
const LARGE = { width: 120, height: 80 };
const NOTE =
  'The first page of this file is a small version of its picture. Gesso opened the large one. Your file stays unchanged.';
const REDUCED: PageOptions['tags'] = [[254, 1]];

describe('the large page is opened when it is the first one', () => {
  const FILES: Readonly<Record<string, Buffer>> = {
    'says that it is small': pagesFile([{ ...SMALL, tags: REDUCED }, LARGE]),
    'says so in the old way': pagesFile([{ ...SMALL, tags: [[255, 2]] }, LARGE]),
    'says so, and has another shape': pagesFile([
      { width: 32, height: 32, tags: REDUCED, grey: OTHER },
      LARGE,
    ]),
    'says nothing and looks alike': pagesFile([SMALL, LARGE]),
    'is in big-endian order': pagesFile([SMALL, LARGE], { isLittle: false }),
    'is in a big-endian BigTIFF': pagesFile([SMALL, LARGE], { isBig: true, isLittle: false }),
    'has the large one below it': pagesFile([
      { ...SMALL, tags: REDUCED },
      { ...LARGE, isInside: true },
    ]),
    'comes before several sizes': pagesFile([
      { ...SMALL, tags: REDUCED },
      { width: 60, height: 40, tags: REDUCED },
      LARGE,
    ]),
  };
  it.each(Object.entries(FILES))('%s', async (_, file) => {
    const photo = await fixture.importPhoto(file, 'scan.tif');
    expect(photo).toMatchObject({ ...LARGE, format: 'tiff', notes: [NOTE] });
    await fixture.client().photos.verify({ photoId: photo.id });
    const { data, channels, ...size } = await storedSamples(await fixture.savePng(photo.id));
    expect(size).toEqual(LARGE);
    const at = (60 * LARGE.width + 90) * channels;
    expect(data[at]).toBe(Math.round(RAMP(90 / LARGE.width, 60 / LARGE.height)));
  });

  it('in Training as well', async () => {
    const path = join(fixture.folder, 'scan.tif');
    await writeFile(path, pagesFile([SMALL, LARGE]));
    expect(await readTrainingFacts(path, 'scan.tif')).toMatchObject(LARGE);
  });
});

describe('the first page is opened when the second one is larger', () => {
  const FILES: Readonly<Record<string, Buffer>> = {
    'is another picture': pagesFile([SMALL, { ...LARGE, grey: OTHER }]),
    'has another shape': pagesFile([SMALL, { width: 120, height: 120 }]),
    'is as large': pagesFile([LARGE, LARGE]),
    'is a little larger': pagesFile([{ width: 90, height: 60 }, LARGE]),
    'is the small one': pagesFile([LARGE, { ...SMALL, tags: REDUCED }]),
    'is a mask': pagesFile([
      { ...SMALL, tags: REDUCED },
      { ...LARGE, tags: [[254, 4]] },
    ]),
  };
  it.each(Object.entries(FILES))('%s', async (_, file) => {
    const { width } = await sharp(file).metadata();
    const photo = await fixture.importPhoto(file, 'pages.tif');
    expect(photo).toMatchObject({ width, notes: ['Gesso opened only the first of 2 pages.'] });
  });
});
