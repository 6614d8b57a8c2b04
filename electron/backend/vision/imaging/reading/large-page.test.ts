/** Tests TIFF files whose first page is a thumbnail, and others with several pages. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createBackendFixture } from '../../../../testing/backend-fixture.ts';
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

/** Grey pages of 8 bits without packing (TIFF 6.0, BigTIFF), each with its pixels before it. */
function pagesFile(pages: readonly PageOptions[], { isBig = false, isLittle = true } = {}): Buffer {
  const number = (value: number, bytes: 2 | 4 | 8): Buffer => {
    const buffer = Buffer.alloc(8);
    if (isLittle) buffer.writeBigUInt64LE(BigInt(value));
    else buffer.writeBigUInt64BE(BigInt(value));
    return isLittle ? buffer.subarray(0, bytes) : buffer.subarray(8 - bytes);
  };
  const size = isBig ? 8 : 4;
  const start = isBig ? 16 : 8;
  let at = start;
  const placed = pages.map((page) => {
    const { width, height, grey = RAMP } = page;
    const pixels = Buffer.from(
      Array.from({ length: width * height }, (_none, index) =>
        Math.round(grey((index % width) / width, Math.floor(index / width) / height)),
      ),
    );
    const pixelsAt = at;
    const padded = Buffer.concat([
      pixels,
      Buffer.alloc(pixels.length % 8 === 0 ? 0 : 8 - (pixels.length % 8)),
    ]);
    const directoryAt = pixelsAt + padded.length;
    const isFirst = page === pages[0];
    const inside = isFirst ? pages.findIndex(({ isInside }) => isInside === true) : -1;
    const tags = [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, pixelsAt],
      [277, 1],
      [278, height],
      [279, pixels.length],
      ...(inside === -1 ? [] : [[330, -1] as const]),
      ...(page.tags ?? []),
    ].toSorted(([a = 0], [b = 0]) => a - b);
    const bytes = (isBig ? 8 : 2) + tags.length * (isBig ? 20 : 12) + size;
    at = directoryAt + bytes + (bytes % 8 === 0 ? 0 : 8 - (bytes % 8));
    return { padded, directoryAt, tags, end: at, page };
  });
  const parts = placed.map(({ padded, directoryAt, tags, end, page }, index) => {
    const following = placed.slice(index + 1).find((next) => next.page.isInside !== true);
    const next = page.isInside === true ? 0 : (following?.directoryAt ?? 0);
    const insideAt = placed.find((each) => each.page.isInside === true)?.directoryAt ?? 0;
    const entries = tags.map(([tag = 0, value = 0]) =>
      Buffer.concat([
        number(tag, 2),
        number(4, 2),
        number(1, size),
        number(value === -1 ? insideAt : value, 4),
        Buffer.alloc(size - 4),
      ]),
    );
    const directory = Buffer.concat([
      number(tags.length, isBig ? 8 : 2),
      ...entries,
      number(next, size),
    ]);
    return Buffer.concat([padded, directory, Buffer.alloc(end - directoryAt - directory.length)]);
  });
  const first = number(placed[0]?.directoryAt ?? 0, size);
  const header = Buffer.concat([
    Buffer.from(isLittle ? 'II' : 'MM', 'latin1'),
    number(isBig ? 43 : 42, 2),
    ...(isBig ? [number(8, 2), number(0, 2)] : []),
    first,
  ]);
  return Buffer.concat([header, ...parts]);
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
  for (const [what, file] of Object.entries(FILES)) {
    it(what, async () => {
      const photo = await fixture.importPhoto(file, 'scan.tif');
      expect(photo).toMatchObject({ ...LARGE, format: 'tiff', notes: [NOTE] });
      await fixture.client().photos.verify({ photoId: photo.id });
      const { data, info } = await sharp(await fixture.savePng(photo.id))
        .extractChannel(0)
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject(LARGE);
      const [x, y] = [90, 60];
      expect(data[y * LARGE.width + x]).toBe(Math.round(RAMP(x / LARGE.width, y / LARGE.height)));
    });
  }

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
  for (const [what, file] of Object.entries(FILES)) {
    it(what, async () => {
      const { width } = await sharp(file).metadata();
      const photo = await fixture.importPhoto(file, 'pages.tif');
      expect(photo).toMatchObject({ width, notes: ['Gesso opened only the first of 2 pages.'] });
    });
  }
});
