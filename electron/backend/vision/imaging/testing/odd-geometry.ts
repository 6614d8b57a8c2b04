/** Files that decoders turn, crop or animate in different ways. */
import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { avifFile } from './avif-file.ts';
import {
  SIZE,
  UPRIGHT,
  changed,
  encoded,
  exifSegment,
  jpegWith,
  longs,
  lookOf,
  pngChunk,
  pngWith,
  type Look,
  type OddPicture,
} from './one-picture.ts';
import { tiffBlock } from './tiff-file.ts';

/** How the pixels are stored for an orientation of EXIF (tag 0x0112), which is turned back when it is shown. */
const STORED: Readonly<Record<number, (picture: Sharp) => Sharp>> = {
  1: (picture) => picture,
  2: (picture) => picture.flop(),
  3: (picture) => picture.rotate(180),
  4: (picture) => picture.flip(),
  5: (picture) => picture.rotate(90).flip(),
  6: (picture) => picture.rotate(270),
  7: (picture) => picture.rotate(90).flop(),
  8: (picture) => picture.rotate(90),
};
const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

async function stored(orientation: number): Promise<Look> {
  // sharp turns before it mirrors, whatever the order of the calls
  return await changed(UPRIGHT, STORED[orientation] ?? ((picture) => picture));
}

const turnBlock = (orientation: number, type: 'short' | 'long', isLittle: boolean): Buffer =>
  tiffBlock(isLittle ? 'II' : 'MM', 26, {
    8: [[0x01_12, type === 'short' ? 3 : 4, 1, orientation]],
  });

/** An animation whose still picture, which programs without animations show, is no frame of it. */
async function hiddenStill(): Promise<Buffer> {
  const png = await encoded(UPRIGHT, 'png');
  const end = png.length - 12;
  const rows = Buffer.alloc(SIZE.height * (1 + SIZE.width * 3), 40);
  for (let y = 0; y < SIZE.height; y++) rows[y * (1 + SIZE.width * 3)] = 0;
  const control = Buffer.concat([
    longs(0, SIZE.width, SIZE.height, 0, 0),
    Buffer.from([0, 1, 0, 10, 0, 0]),
  ]);
  return Buffer.concat([
    pngWith(png.subarray(0, end), pngChunk('acTL', longs(1, 0))),
    pngChunk('fcTL', control),
    pngChunk('fdAT', Buffer.concat([longs(1), deflateSync(rows)])),
    png.subarray(end),
  ]);
}

async function animated(format: 'webp' | 'gif'): Promise<Buffer> {
  const { width, height } = SIZE;
  const flat = (value: number) => lookOf(() => [value, 200 - value, value]);
  const frames = [flat(60), flat(120)].map(({ data }) => data);
  const raw = { width, height: height * 2, channels: 3, pageHeight: height } as const;
  const picture = sharp(Buffer.concat(frames), { raw });
  return await (format === 'webp' ? picture.webp({ lossless: true }) : picture.gif()).toBuffer();
}

export const ODD_GEOMETRY: readonly OddPicture[] = [
  ...(['jpeg', 'png', 'webp', 'tiff'] as const).flatMap((format) =>
    ORIENTATIONS.map((orientation) => ({
      name: `${format} with orientation ${orientation}`,
      file: async () => await encoded(await stored(orientation), format, orientation),
      look: () => UPRIGHT,
    })),
  ),
  ...([true, false] as const).flatMap((isLittle) =>
    (['short', 'long'] as const).map((type) => ({
      name: `jpeg with orientation 6 as a ${type}, ${isLittle ? 'little' : 'big'}-endian`,
      file: async () =>
        jpegWith(await encoded(await stored(6), 'jpeg'), exifSegment(turnBlock(6, type, isLittle))),
      look: () => UPRIGHT,
    })),
  ),
  {
    name: 'jpeg with its camera data behind another segment',
    file: async () =>
      jpegWith(
        await encoded(await stored(8), 'jpeg'),
        [0xe4, Buffer.from('something')],
        exifSegment(turnBlock(8, 'short', true)),
      ),
    look: () => UPRIGHT,
  },
  ...[0, 1, 2, 3].map((turns) => ({
    name: `avif turned ${turns} times`,
    file: () => avifFile('turned', { turns }),
    look: () => changed(UPRIGHT, (picture) => picture.rotate(360 - turns * 90)),
  })),
  ...([0, 1] as const).map((axis) => ({
    name: `avif mirrored along axis ${axis}`,
    file: () => avifFile('mirrored', { axis }),
    look: () => changed(UPRIGHT, (picture) => (axis === 0 ? picture.flip() : picture.flop())),
  })),
  {
    name: 'avif with an aperture',
    file: () => avifFile('aperture'),
    look: () =>
      changed(UPRIGHT, (picture) => picture.extract({ left: 8, top: 4, width: 30, height: 20 })),
  },
  { name: 'animated png with a hidden still', file: hiddenStill, look: () => UPRIGHT },
  ...(['webp', 'gif'] as const).map((format) => ({
    name: `animated ${format}`,
    file: () => animated(format),
    look: () => lookOf(() => [60, 140, 60]),
  })),
];
