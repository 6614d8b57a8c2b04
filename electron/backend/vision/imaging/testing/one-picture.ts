/** A picture that is stored in many ways, and how each of them has to look: 8 bits of sRGB, upright. */
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** RGB. */
export interface Look {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface OddPicture {
  readonly name: string;
  readonly file: () => Promise<Buffer> | Buffer;
  readonly look: () => Promise<Look> | Look;
}

export const SIZE = { width: 48, height: 32 } as const;
export type Rgb = readonly [number, number, number];

/** No two corners are alike, and no colour leaves any of the spaces. */
export function colourAt(x: number, y: number): Rgb {
  const isLeft = x < SIZE.width / 2;
  const isTop = y < SIZE.height / 2;
  return [isLeft ? 180 : 90 + x, isTop ? 100 + 2 * y : 160, isLeft === isTop ? 150 : 80 + x];
}

export function lookOf(
  colour: (x: number, y: number) => Rgb,
  { width, height }: { readonly width: number; readonly height: number } = SIZE,
): Look {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(colour(x, y), (y * width + x) * 3);
  }
  return { data, width, height };
}

export const UPRIGHT = lookOf(colourAt);
const pipeline = ({ data, width, height }: Look): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } });

export async function changed(look: Look, change: (picture: Sharp) => Sharp): Promise<Look> {
  const { data, info } = await change(pipeline(look)).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

type Format = 'jpeg' | 'png' | 'webp' | 'tiff';

/** Without loss, but for JPEG. */
const BEST = {
  jpeg: { quality: 100, chromaSubsampling: '4:4:4' },
  png: {},
  webp: { lossless: true },
  tiff: { compression: 'lzw' },
} as const;

export async function encoded(look: Look, format: Format, orientation?: number): Promise<Buffer> {
  const picture =
    orientation === undefined ? pipeline(look) : pipeline(look).withMetadata({ orientation });
  return await picture.toFormat(format, BEST[format]).toBuffer();
}

export function jpegWith(
  jpeg: Buffer,
  ...segments: readonly (readonly [number, Buffer])[]
): Buffer {
  const added = segments.map(([marker, data]) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...added, jpeg.subarray(2)]);
}

export const exifSegment = (block: Buffer) =>
  [0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), block])] as const;

export function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

/** Behind IHDR, which ends at byte 33. */
export function pngWith(png: Buffer, ...chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

export function longs(...values: readonly number[]): Buffer {
  const data = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) data.writeUInt32BE(value, index * 4);
  return data;
}

/** Light of linear numbers as a number of sRGB. */
export function encode(light: number): number {
  const value = light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, value)) * 255);
}
export const decode = (value: number): number =>
  value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

export const power = (exponent: number) => (value: number) => value ** exponent;
export const greyAt = (x: number, y: number): number => 20 + 4 * x + y;
export const greyLook = (light: (value: number) => number): Look =>
  lookOf((x, y) => {
    const value = encode(light(greyAt(x, y) / 255));
    return [value, value, value];
  });
