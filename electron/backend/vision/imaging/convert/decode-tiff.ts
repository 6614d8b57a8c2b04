/** Decodes TIFFs whose channels sharp would misinterpret, see `reading/tiff-samples.ts`. */
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { openPicture } from '../reading/open-picture.ts';
import type { RawPicture } from '../reading/photo-pixels.ts';
import type { TiffSamples } from '../reading/tiff-samples.ts';

/** sharp's names of colour spaces. */
type Space = 'b-w' | 'grey16' | 'srgb' | 'rgb16' | 'scrgb' | 'cmyk';

const MOST_16 = 65_535;
const PHOTOMETRIC_RGB = 2;
/** Colour spaces that may need more than 16 bits. */
const WIDE: ReadonlySet<Space> = new Set(['b-w', 'srgb', 'scrgb']);
/** Pixels per step: a few milliseconds of work. */
const PIXELS_AT_ONCE = 100_000;

/** @param hasProfile otherwise floats are linear light @returns oriented RGB or RGBA */
export async function decodeTiff(
  file: string | Buffer,
  samples: TiffSamples,
  hasProfile: boolean,
): Promise<RawPicture> {
  const { colours, bits, alpha } = samples;
  const depth = bits === 8 && colours !== 'lab' ? 8 : 16;
  const space = spaceOf(samples);
  const shown: Space = colours === 'cmyk' ? (depth === 8 ? 'srgb' : 'rgb16') : space;
  const first = await plane(file, shown, 0, space);
  const rest =
    colours === 'grey'
      ? []
      : [await plane(file, shown, 1, space), await plane(file, shown, 2, space)];
  const opacity = alpha === undefined ? undefined : await plane(file, space, alpha, space);
  const { width, height } = first;
  const channels = opacity === undefined ? 3 : 4;
  const length = width * height * channels;
  const data = depth === 8 ? new Uint8Array(length) : new Uint16Array(length);
  const toShare = shareOf(samples);
  const most = depth === 8 ? 255 : MOST_16;
  const colour: [number, number, number] = [0, 0, 0];
  for (let pixel = 0; pixel < width * height; pixel++) {
    // Lets other work of this thread run.
    if (pixel % PIXELS_AT_ONCE === 0) await setImmediate();
    const share = opacity === undefined ? 1 : clamped(toShare(opacity.data[pixel] ?? 0));
    const under = samples.isPremultiplied && share > 0 ? share : 1;
    for (let channel = 0; channel < 3; channel++) {
      const value = (rest[channel - 1] ?? first).data[pixel] ?? 0;
      colour[channel] = colours === 'lab' ? value : toShare(value) / under;
    }
    if (colours === 'lab') labToSrgb(colour, bits);
    else if (samples.isFloat && !hasProfile) encodeLight(colour);
    const at = pixel * channels;
    for (let channel = 0; channel < 3; channel++) {
      data[at + channel] = Math.round(clamped(colour[channel] ?? 0) * most);
    }
    if (channels === 4) data[at + 3] = Math.round(share * most);
  }
  return { data, width, height, channels, depth };
}

/** Sharp returns the numbers unchanged; a file whose tags must be replaced is copied. */
export async function asNumbers(
  source: string | Buffer,
  samples: TiffSamples,
): Promise<string | Buffer> {
  const { colours, at, isLittle, extraCount } = samples;
  const isHalfGrey = isHalf(samples);
  if (colours !== 'lab' && !isHalfGrey && !samples.isPremultiplied) return source;
  const file = Buffer.isBuffer(source) ? Buffer.from(source) : await readFile(source);
  const write = (value: number, offset: number): void => {
    if (isLittle) file.writeUInt16LE(value, offset);
    else file.writeUInt16BE(value, offset);
  };
  if (colours === 'lab') write(PHOTOMETRIC_RGB, at.photometric);
  if (isHalfGrey && at.sampleFormat !== undefined) write(1, at.sampleFormat);
  if (at.extra !== undefined) {
    for (let index = 0; index < extraCount; index++) write(0, at.extra + index * 2);
  }
  return file;
}

/** sharp rounds greyscale half floats to 0, so they are read as integers. */
function isHalf({ colours, isFloat, bits }: TiffSamples): boolean {
  return colours === 'grey' && isFloat && bits === 16;
}

function spaceOf(samples: TiffSamples): Space {
  const { colours, bits, isFloat } = samples;
  if (colours === 'cmyk') return 'cmyk';
  if (colours === 'grey') return bits === 16 ? 'grey16' : 'b-w';
  if (isFloat) return 'scrgb';
  return bits === 16 ? 'rgb16' : 'srgb';
}

/** @param stored colour space of the numbers in the file */
async function plane(file: string | Buffer, space: Space, channel: number, stored: Space) {
  const isConverted = space !== stored; // CMYK, by its profile.
  const picture = openPicture(file, { ignoreIcc: !isConverted, failOn: 'truncated' }).autoOrient();
  const { data, info } = await (isConverted ? picture : picture.pipelineColourspace(space))
    .toColourspace(space)
    .extractChannel(channel as 0)
    .raw({ depth: WIDE.has(space) ? 'float' : 'ushort' })
    .toBuffer({ resolveWithObject: true });
  const { buffer, byteOffset, length } = data.byteOffset % 4 === 0 ? data : Uint8Array.from(data);
  const numbers = WIDE.has(space)
    ? new Float32Array(buffer, byteOffset, length / 4)
    : new Uint16Array(buffer, byteOffset, length / 2);
  return { data: numbers, width: info.width, height: info.height };
}

function shareOf(samples: TiffSamples): (value: number) => number {
  if (isHalf(samples)) return halfToNumber;
  if (samples.isFloat) return (value) => value;
  const most = 2 ** samples.bits - 1;
  return (value) => value / most;
}

/** IEEE 754 binary16. */
function halfToNumber(bits: number): number {
  const sign = bits >= 0x80_00 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3_ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : 0;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function clamped(value: number): number {
  return value >= 1 ? 1 : value > 0 ? value : 0;
}

/** Converts linear light to sRGB (IEC 61966-2-1) in place. */
function encodeLight(colour: [number, number, number]): void {
  for (let channel = 0; channel < 3; channel++) {
    const light = clamped(colour[channel] ?? 0);
    colour[channel] = light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  }
}

/** From XYZ (D50) to linear sRGB. */
const TO_SRGB = [
  3.133_856_1, -1.616_866_7, -0.490_614_6, -0.978_768_4, 1.916_141_5, 0.033_454, 0.071_945_3,
  -0.228_991_4, 1.405_242_7,
] as const;
const D50 = [0.9642, 1, 0.8249] as const;

/** @param colour stored CIE L*a*b* (TIFF 6.0, section 23), modified in place */
function labToSrgb(colour: [number, number, number], bits: number): void {
  const step = bits === 8 ? 1 : 256;
  const signed = (value: number): number =>
    (value >= 128 * step ? value - 256 * step : value) / step;
  const fy = ((colour[0] / (2 ** bits - 1)) * 100 + 16) / 116;
  const roots = [fy + signed(colour[1]) / 500, fy, fy - signed(colour[2]) / 200];
  const [x = 0, y = 0, z = 0] = roots.map(
    (root, index) =>
      (root > 6 / 29 ? root ** 3 : (root - 4 / 29) * 3 * (6 / 29) ** 2) * (D50[index] ?? 1),
  );
  for (let row = 0; row < 3; row++) {
    const at = row * 3;
    colour[row] = x * (TO_SRGB[at] ?? 0) + y * (TO_SRGB[at + 1] ?? 0) + z * (TO_SRGB[at + 2] ?? 0);
  }
  encodeLight(colour);
}
