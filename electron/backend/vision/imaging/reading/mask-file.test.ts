/** Tests masks of all conventions and formats, and files without a mask. */
import { describe, expect, it } from 'vitest';
import sharp, { type Sharp } from 'sharp';
import type { AppErrorData } from '../../../../../shared/errors/app-error.ts';
import { maskPictureUrl } from '../../../../../shared/media.ts';
import { createBackendFixture } from '../../../../testing/backend-fixture.ts';
import { heicFile } from '../testing/heic-file.ts';
import { PHOTOMETRIC, SAMPLE_FORMAT, tiffFile } from '../testing/tiff-file.ts';

const [WIDTH, HEIGHT] = [48, 32];
/** The painted part: the left third, above the middle. */
const isPainted = (x: number, y: number): boolean => x < WIDTH / 3 && y < HEIGHT / 2;

const fixture = await createBackendFixture();

async function answerTo(file: Uint8Array, name: string): Promise<Response> {
  return await fixture.media(maskPictureUrl(name), { method: 'POST', body: Buffer.from(file) });
}

async function paintedIn(file: Uint8Array, name = 'mask.png') {
  const answer = await answerTo(file, name);
  const body = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(body.toString());
  const { data, info } = await sharp(body)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

type Pixel = readonly number[];

/** Numbers of 8 bits for each pixel: grey, RGB or RGBA. */
function picture(
  painted: Pixel,
  ground: Pixel,
  others?: (x: number, y: number) => Pixel | undefined,
): Sharp {
  const data = Array.from({ length: WIDTH * HEIGHT }, (_none, at) => {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    return others?.(x, y) ?? (isPainted(x, y) ? painted : ground);
  }).flat();
  const channels = painted.length as 1 | 3 | 4;
  const opened = sharp(Buffer.from(data), { raw: { width: WIDTH, height: HEIGHT, channels } });
  return channels === 1 ? opened.toColourspace('b-w') : opened;
}

/** Grey of 16 bits. */
function deep(painted: number, ground: number): Promise<Buffer> {
  const data = Uint16Array.from({ length: WIDTH * HEIGHT }, (_none, at) =>
    isPainted(at % WIDTH, Math.floor(at / WIDTH)) ? painted : ground,
  );
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .toColourspace('grey16')
    .png()
    .toBuffer();
}

const tiff = (bits: 8 | 16 | 32, painted: number, sampleFormat: number = SAMPLE_FORMAT.unsigned) =>
  tiffFile({
    width: WIDTH,
    height: HEIGHT,
    photometric: PHOTOMETRIC.grey,
    bits,
    sampleFormat,
    samplesPerPixel: 1,
    sample: (x, y) => (isPainted(x, y) ? painted : 0),
  });

/** A soft edge of eight steps below the painted part. */
const soft =
  (full: Pixel) =>
  (x: number, y: number): Pixel | undefined => {
    const step = y - HEIGHT / 2;
    const share = step < 0 || step >= 8 || x >= WIDTH / 3 ? 0 : (3 - step) / 8;
    return share <= 0 ? undefined : full.map((value) => Math.round(value * share));
  };

const WHITE = [255, 255, 255];
const BLACK = [0, 0, 0];
const VOC = [[128, 0, 0], [0, 128, 0], [64, 0, 0], [192, 128, 128]] as const; // prettier-ignore

const FILES: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  'white on black': () => picture([255], [0]).png().toBuffer(),
  'white on black, with a soft edge': () =>
    picture([255], [0], soft([255]))
      .png()
      .toBuffer(),
  '1 on 0': () => picture([1], [0]).png().toBuffer(),
  '1 on 0, RGB': () => picture([1, 1, 1], BLACK).png().toBuffer(),
  'a dark grey on black': () => picture([90], [0]).png().toBuffer(),
  'a dark grey on black, with a soft edge': () =>
    picture([100], [0], soft([100]))
      .jpeg({ quality: 100 })
      .toBuffer(),
  'classes 1 to 5 on 0': () =>
    picture([1], [0], (x, y) => (isPainted(x, y) ? [1 + (x % 5)] : undefined))
      .png()
      .toBuffer(),
  '254 on 253': () => picture([254], [253]).png().toBuffer(),
  '16 bits, white on black': () => deep(65_535, 0),
  '16 bits, 1 on 0': () => deep(1, 0),
  '16 bits, 255 on 0': () => deep(255, 0),
  '1 bit': () => picture([255], [0]).png({ palette: true, colours: 2 }).toBuffer(),
  'a palette, red on black': () => picture([128, 0, 0], BLACK).png({ palette: true }).toBuffer(),
  'a palette of classes on black': () =>
    picture([128, 0, 0], BLACK, (x, y) => (isPainted(x, y) ? VOC[x % 4] : undefined))
      .png({ palette: true, colours: 16, dither: 0 })
      .toBuffer(),
  'blue on black': () => picture([0, 0, 255], BLACK).png().toBuffer(),
  'red on black as a JPEG': () =>
    picture([255, 0, 0], BLACK).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
  'white on red': () => picture(WHITE, [255, 0, 0]).png().toBuffer(),
  'red on blue': () => picture([255, 0, 0], [0, 0, 255]).png().toBuffer(),
  'opaque on transparent': () => picture([0, 0, 0, 255], [0, 0, 0, 0]).png().toBuffer(),
  'opacity 1 on 0': () => picture([9, 9, 9, 1], [9, 9, 9, 0]).png().toBuffer(),
  'white on black, with an alpha channel that says nothing': () =>
    picture([255, 255, 255, 0], [0, 0, 0, 0]).png().toBuffer(),
  'a TIFF, white on black': () => tiff(8, 255),
  'a TIFF, 1 on 0': () => tiff(8, 1),
  'a TIFF of 16 bits, 1 on 0': () => tiff(16, 1),
  'a TIFF of floats, 1 on 0': () => tiff(32, 1, SAMPLE_FORMAT.float),
  'a TIFF of 1 bit': () => picture([255], [0]).tiff({ bitdepth: 1 }).toBuffer(),
  'a GIF': () => picture(WHITE, BLACK).gif().toBuffer(),
  'a WebP, 1 on 0': () => picture([1, 1, 1], BLACK).webp({ lossless: true }).toBuffer(),
  'an AVIF': () => picture(WHITE, BLACK).avif({ lossless: true }).toBuffer(),
  'a HEIC': () => heicFile({ picture: 'mask' }),
};

describe('paints the mask that a person means', () => {
  it.each(Object.entries(FILES))('%s', async (_, file) => {
    const { data, width, height } = await paintedIn(await file());
    expect([width, height]).toEqual([WIDTH, HEIGHT]);
    const wrong = [...data].filter((value, at) => {
      const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
      return value !== (isPainted(x, y) ? 255 : 0);
    });
    expect(wrong).toHaveLength(0);
  });
});

it('is oriented like its photo', async () => {
  const file = await picture([255], [0]).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const { data, width, height } = await paintedIn(file, 'mask.jpg');
  expect([width, height]).toEqual([HEIGHT, WIDTH]);
  // what was left above is right above
  expect([data[width - 1], data[0], data.at(-1)]).toEqual([255, 0, 0]);
});

describe('reports an empty mask, and which channel was read', () => {
  it.each([
    ['black', 'px are black', () => picture([0], [0]).png().toBuffer()],
    [
      'black, packed with a loss',
      'px are black',
      () =>
        picture([2], [0], (x) => [x % 4])
          .jpeg()
          .toBuffer(),
    ],
    [
      'one dark grey',
      'px are dark, without a part that stands out',
      () => picture([60], [60]).png().toBuffer(),
    ],
  ] as const)('%s', async (_, words, file) => {
    const answer = await answerTo(await file(), 'a.png');
    const { error } = (await answer.json()) as { readonly error: AppErrorData };
    expect([answer.status, error.kind]).toEqual([400, 'invalid-input']);
    expect(error.message).toContain(`The mask in “a.png” is empty: all of its 48 × 32 ${words}`);
  });
});

it('names the kind of an unsupported file', async () => {
  const answer = await answerTo(Buffer.from('8BPS\0\u0001'), 'mask.psd');
  const { error } = (await answer.json()) as { readonly error: AppErrorData };
  expect(error.message).toContain('“mask.psd”, because it’s a Photoshop document');
});
