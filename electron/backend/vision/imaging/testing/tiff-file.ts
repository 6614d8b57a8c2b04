/** A TIFF of any layout of samples, one strip, not packed. Sources: TIFF 6.0; Adobe TIFF Technical Note 3 for floats. */
import { writeTiffEntries, type TiffEntry } from '../reading/tiff-entries.ts';

/** Numbers of TIFF 6.0. */
export const PHOTOMETRIC = {
  whiteIsZero: 0,
  grey: 1,
  rgb: 2,
  palette: 3,
  cmyk: 5,
  lab: 8,
} as const;
export const SAMPLE_FORMAT = { unsigned: 1, signed: 2, float: 3 } as const;

export interface TiffOptions {
  readonly width: number;
  readonly height: number;
  readonly photometric: number;
  readonly bits: 8 | 16 | 32 | 64;
  /** {@link SAMPLE_FORMAT}; left out unless given. */
  readonly sampleFormat?: number;
  /** Kinds of the channels behind the colours: 0 unknown, 1 premultiplied transparency, 2 transparency. */
  readonly extra?: readonly number[];
  /** Without one, all channels are colours. */
  readonly samplesPerPixel: number;
  /** Each channel in a strip of its own. */
  readonly isPlanar?: boolean;
  /** The number of a channel of a pixel, in its own format. */
  readonly sample: (x: number, y: number, channel: number) => number;
  readonly profile?: Uint8Array;
  readonly orientation?: number;
}

export function tiffFile(options: TiffOptions): Buffer {
  const { width, height, bits, samplesPerPixel: channels, sampleFormat, extra, profile } = options;
  const bytes = bits / 8;
  const pixels = Buffer.alloc(width * height * channels * bytes);
  const plane = width * height * bytes;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < channels; channel++) {
        const pixel = y * width + x;
        const at =
          options.isPlanar === true
            ? channel * plane + pixel * bytes
            : (pixel * channels + channel) * bytes;
        writeSample(pixels, at, options, options.sample(x, y, channel));
      }
    }
  }
  const dataAt = 8;
  const short = (tag: number, ...values: readonly number[]) => entry(tag, 3, values);
  const long = (tag: number, ...values: readonly number[]) => entry(tag, 4, values);
  const each = (value: number) => Array.from({ length: channels }, () => value);
  const strips = options.isPlanar === true ? channels : 1;
  const entries: readonly TiffEntry[] = [
    long(256, width),
    long(257, height),
    short(258, ...each(bits)),
    short(259, 1),
    short(262, options.photometric),
    long(273, ...Array.from({ length: strips }, (_, index) => dataAt + index * plane)),
    short(274, options.orientation ?? 1),
    short(277, channels),
    long(278, height),
    long(279, ...Array.from({ length: strips }, () => pixels.length / strips)),
    short(284, options.isPlanar === true ? 2 : 1),
    ...(extra === undefined ? [] : [short(338, ...extra)]),
    ...(sampleFormat === undefined ? [] : [short(339, ...each(sampleFormat))]),
    ...(profile === undefined
      ? []
      : [{ tag: 34_675, type: 7, count: profile.length, value: Buffer.from(profile) }]),
  ];
  const header = Buffer.alloc(dataAt);
  header.write('II*\0', 0, 'latin1');
  header.writeUInt32LE(dataAt + pixels.length, 4);
  return Buffer.concat([header, pixels, writeTiffEntries(entries, dataAt + pixels.length)]);
}

/** One entry of {@link tiffBlock}: a value of type 3 is a short, any other one is written as a long. */
type BlockEntry = readonly [tag: number, type: number, count: number, value: number];

/** A block of camera data by its bytes. @param directories by their offset; `next` of the first one */
export function tiffBlock(
  order: 'II' | 'MM',
  length: number,
  directories: Readonly<Record<number, readonly BlockEntry[]>>,
  next = 0,
): Buffer {
  const block = Buffer.alloc(length);
  const write = (at: number, value: number, bytes: 2 | 4) =>
    order === 'II' ? block.writeUIntLE(value, at, bytes) : block.writeUIntBE(value, at, bytes);
  block.write(order, 0, 'latin1');
  write(2, 42, 2);
  write(4, 8, 4);
  for (const [key, entries] of Object.entries(directories)) {
    let at = write(Number(key), entries.length, 2);
    for (const [tag, type, count, value] of entries) {
      write(at, tag, 2);
      write(at + 2, type, 2);
      write(at + 4, count, 4);
      write(at + 8, value, type === 3 ? 2 : 4);
      at += 12;
    }
    if (key === '8') write(at, next, 4);
  }
  return block;
}

function entry(tag: number, type: 3 | 4, values: readonly number[]): TiffEntry {
  const bytes = type === 3 ? 2 : 4;
  const value = Buffer.alloc(values.length * bytes);
  for (const [index, each] of values.entries()) value.writeUIntLE(each, index * bytes, bytes);
  return { tag, type, count: values.length, value };
}

function writeSample(
  to: Buffer,
  at: number,
  { bits, sampleFormat = 1 }: TiffOptions,
  value: number,
): void {
  if (sampleFormat === SAMPLE_FORMAT.float) {
    if (bits === 16) to.writeUInt16LE(halfOf(value), at);
    else if (bits === 32) to.writeFloatLE(value, at);
    else to.writeDoubleLE(value, at);
  } else if (sampleFormat === SAMPLE_FORMAT.signed) to.writeIntLE(Math.round(value), at, bits / 8);
  else to.writeUIntLE(Math.round(value), at, bits / 8);
}

/** IEEE 754 binary16, positive numbers of 2⁻¹⁴ to 65,504; smaller ones are 0. */
function halfOf(value: number): number {
  if (value < 2 ** -14) return 0;
  const exponent = Math.floor(Math.log2(value));
  return ((exponent + 15) << 10) + Math.round((value / 2 ** exponent - 1) * 1024);
}
