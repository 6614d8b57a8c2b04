/** The kinds of files that designers have, each with the pixels that must be read from it. */
import sharp from 'sharp';
import { noise, pngOf } from '../../../../testing/pictures.ts';

export const WIDTH = 131;
export const HEIGHT = 97;

/** The expected pixels of a kind of file: RGB or RGBA in photo space, at its own depth. */
export interface Expected {
  readonly data: Uint8Array | Uint16Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

export interface Kind {
  readonly name: string;
  make(): Promise<{ readonly file: Buffer; readonly expected: Expected }>;
}

export function samplesOf(data: Uint8Array | Uint16Array, channels: 3 | 4): Expected {
  return { data, width: WIDTH, height: HEIGHT, channels };
}

/** Alpha from nothing to full, with noise below it everywhere. */
export function withAlpha(samples: Uint8Array | Uint16Array): typeof samples {
  const most = samples instanceof Uint16Array ? 65_535 : 255;
  for (let index = 3, pixel = 0; index < samples.length; index += 4, pixel++) {
    if (pixel % 3 === 0) samples[index] = 0;
    else if (pixel % 3 === 1) samples[index] = most;
  }
  return samples;
}

/** Grey (with alpha) samples as RGB(A). */
function spread(samples: Uint8Array | Uint16Array, from: 1 | 2): Expected {
  const channels = from === 1 ? 3 : 4;
  const length = (samples.length / from) * channels;
  const data = samples instanceof Uint16Array ? new Uint16Array(length) : new Uint8Array(length);
  for (let pixel = 0; pixel < samples.length / from; pixel++) {
    const grey = samples[pixel * from] ?? 0;
    data.fill(grey, pixel * channels, pixel * channels + 3);
    if (from === 2) data[pixel * 4 + 3] = samples[pixel * 2 + 1] ?? 0;
  }
  return samplesOf(data, channels);
}

/** Where a stored pixel is seen, by EXIF orientation (EXIF 2.32, 4.6.4.A, tag 0x0112). */
function oriented(samples: Uint8Array, orientation: number): Expected {
  const isTurned = orientation >= 5;
  const [width, height] = isTurned ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
  const data = new Uint8Array(samples.length);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const right = WIDTH - 1 - x;
      const bottom = HEIGHT - 1 - y;
      const places = [
        [x, y],
        [right, y],
        [right, bottom],
        [x, bottom],
        [y, x],
        [bottom, x],
        [bottom, right],
        [y, right],
      ] as const;
      const [toX, toY] = places[orientation - 1] ?? [0, 0];
      const from = (y * WIDTH + x) * 3;
      data.set(samples.subarray(from, from + 3), (toY * width + toX) * 3);
    }
  }
  return { data, width, height, channels: 3 };
}

export function plain(name: string, channels: 1 | 2 | 3 | 4, depth: 8 | 16): Kind {
  return {
    name,
    async make() {
      const samples = noise(WIDTH, HEIGHT, channels, depth, channels + depth);
      if (channels === 4) withAlpha(samples);
      const file = await pngOf(samples, WIDTH, HEIGHT, channels);
      const isGrey = channels < 3;
      const expected = isGrey
        ? spread(samples, channels === 1 ? 1 : 2)
        : samplesOf(samples, channels === 3 ? 3 : 4);
      return { file, expected };
    },
  };
}

/** A kind whose decoded pixels, by sharp's plainest way, are what must be kept. */
function decoded(name: string, make: () => Promise<Buffer>): Kind {
  return {
    name,
    async make() {
      const file = await make();
      const { data, info } = await sharp(file, { ignoreIcc: true })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { file, expected: samplesOf(new Uint8Array(data), info.channels === 4 ? 4 : 3) };
    },
  };
}

export const rgb = () =>
  sharp(noise(WIDTH, HEIGHT, 3), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });

export const KINDS: readonly Kind[] = [
  plain('8-bit RGB PNG', 3, 8),
  plain('8-bit RGBA PNG', 4, 8),
  plain('16-bit RGB PNG', 3, 16),
  plain('16-bit RGBA PNG', 4, 16),
  plain('8-bit grey PNG', 1, 8),
  plain('16-bit grey PNG', 1, 16),
  plain('8-bit grey PNG with alpha', 2, 8),
  decoded('palette PNG', () => rgb().png({ palette: true, colours: 32 }).toBuffer()),
  decoded('palette PNG with transparency', () =>
    sharp(withAlpha(noise(WIDTH, HEIGHT, 4)), {
      raw: { width: WIDTH, height: HEIGHT, channels: 4 },
    })
      .png({ palette: true, colours: 32 })
      .toBuffer(),
  ),
  decoded('lossless WebP with alpha', () =>
    sharp(withAlpha(noise(WIDTH, HEIGHT, 4)), {
      raw: { width: WIDTH, height: HEIGHT, channels: 4 },
    })
      .webp({ lossless: true, exact: true })
      .toBuffer(),
  ),
  decoded('TIFF', () => rgb().tiff({ compression: 'lzw' }).toBuffer()),
  decoded('GIF', () => rgb().gif().toBuffer()),
  decoded('P3 JPEG', () => rgb().withIccProfile('p3').jpeg().toBuffer()),
  decoded('progressive JPEG', () => rgb().jpeg({ progressive: true }).toBuffer()),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => ({
    name: `PNG with EXIF orientation ${orientation}`,
    async make() {
      const samples = noise(WIDTH, HEIGHT, 3) as Uint8Array;
      const file = await rgb().withMetadata({ orientation }).png().toBuffer();
      return { file, expected: oriented(samples, orientation) };
    },
  })),
  ...[3, 6, 8].map((orientation) => ({
    name: `JPEG with EXIF orientation ${orientation}`,
    async make() {
      const file = await rgb().withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
      const stored = await sharp(file, { ignoreIcc: true }).raw().toBuffer();
      return { file, expected: oriented(new Uint8Array(stored), orientation) };
    },
  })),
];
