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
        .autoOrient()
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true });
      const { width, height } = info;
      const channels = info.channels === 4 ? 4 : 3;
      return { file, expected: { data: new Uint8Array(data), width, height, channels } };
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
  ...[2, 6, 7].map((orientation) =>
    decoded(`PNG with EXIF orientation ${orientation}`, () =>
      rgb().withMetadata({ orientation }).png().toBuffer(),
    ),
  ),
  decoded('JPEG with EXIF orientation 8', () =>
    rgb().withMetadata({ orientation: 8 }).jpeg({ quality: 95 }).toBuffer(),
  ),
];
