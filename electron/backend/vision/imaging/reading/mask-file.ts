/** By opacity, otherwise brightness, at half way; if never reached, all but the background. */
import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { type AppError, invalidInput } from '../../../../../shared/errors/app-error.ts';
import { readableFile } from '../convert/standard-picture.ts';
import { openPicture } from './open-picture.ts';
import { toRaw, type RawPicture } from './photo-pixels.ts';
import { damagedFile, probePicture } from './probe.ts';

/** Fractions of the highest number. */
const MASK = {
  /** Pixels per portion, between which other work runs. */
  portion: 500_000,
  /** Darker is black; within this of the highest is white. */
  ground: 1 / 16,
  /** Smallest channel difference of a colour, and of tones beyond noise. */
  difference: 1 / 8,
  /** Most classes of a grey mask, and most colours of one without soft edges. */
  classes: 32,
  colours: 256,
} as const;

/** Lossy formats change numbers slightly. */
const LOSSY: ReadonlySet<string> = new Set(['jpeg', 'heif', 'webp', 'heic']);

/** @returns an oriented grey PNG, white where painted @throws AppError `invalid-input` if empty */
export async function readMaskPixels(path: string, name: string): Promise<Buffer> {
  const { file, made } = await readableFile(path, name);
  const { depth, hasAlpha, format } = await probePicture(file, name);
  const opened = openPicture(file, { ignoreIcc: true, failOn: 'truncated' }).autoOrient();
  const picture = await toRaw(opened, depth, hasAlpha).catch((error: unknown) => {
    throw damagedFile(name, error);
  });
  const isLossy = LOSSY.has(made?.convertedFrom ?? made?.format ?? format);
  const facts = await factsOf(picture);
  const { value, from } = paintedBy(picture, facts, isLossy);
  const { width, height } = picture;
  const painted = Buffer.alloc(width * height);
  let isEmpty = true;
  await eachPixel(picture, (pixel) => {
    if (value(pixel) < from) return;
    painted[pixel] = 255;
    isEmpty = false;
  });
  if (isEmpty) throw emptyMask(name, picture, facts);
  return await sharp(painted, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png({ compressionLevel: 1 })
    .toBuffer();
}

interface Facts {
  readonly brightness: Uint32Array;
  readonly opacity: Uint32Array;
  readonly highest: number;
  readonly black: number;
  readonly white: number;
  readonly isColoured: boolean;
  readonly hasFewColours: boolean;
}

async function factsOf(picture: RawPicture): Promise<Facts> {
  const { data, channels } = picture;
  const most = mostOf(picture);
  const [brightness, opacity] = [new Uint32Array(most + 1), new Uint32Array(most + 1)];
  const colours = new Set<number>();
  let [highest, black, white, isColoured] = [0, 0, 0, false];
  const grey = brightnessOf(picture);
  await eachPixel(picture, (pixel) => {
    const at = pixel * channels;
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    const [low, high] = [Math.min(red, green, blue), Math.max(red, green, blue)];
    const bright = grey(pixel);
    const opaque = channels === 4 ? (data[at + 3] ?? 0) : most;
    brightness[bright] = (brightness[bright] ?? 0) + 1;
    opacity[opaque] = (opacity[opaque] ?? 0) + 1;
    highest = Math.max(highest, high);
    if (high <= most * MASK.ground) black += 1;
    if (low >= most * (1 - MASK.ground)) white += 1;
    isColoured ||= high - low >= most * MASK.difference;
    if (colours.size <= MASK.colours) colours.add((red * 65_536 + green) * 65_536 + blue);
  });
  const hasFewColours = colours.size <= MASK.colours;
  return { brightness, opacity, highest, black, white, isColoured, hasFewColours };
}

function paintedBy(
  picture: RawPicture,
  facts: Facts,
  isLossy: boolean,
): { readonly value: (pixel: number) => number; readonly from: number } {
  const { data, channels } = picture;
  const most = mostOf(picture);
  const opacity = numbersIn(facts.opacity);
  if (opacity.length > 1) {
    const value = (pixel: number): number => data[pixel * channels + 3] ?? 0;
    return { value, from: threshold(opacity, most, isLossy) };
  }
  if (facts.isColoured && facts.black > facts.white) {
    const value = (pixel: number): number => {
      const at = pixel * channels;
      return Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    };
    const isFlat = facts.hasFewColours && !isLossy;
    const ground = Math.floor(most * MASK.ground) + 1;
    return { value, from: isFlat ? ground : Math.ceil(facts.highest / 2) };
  }
  const from = threshold(numbersIn(facts.brightness), most, isLossy);
  return { value: brightnessOf(picture), from };
}

function threshold(numbers: readonly number[], most: number, isLossy: boolean): number {
  const half = Math.ceil(most / 2);
  const [lowest = 0, highest = 0] = [numbers[0], numbers.at(-1)];
  if (lowest < half && highest >= half) return half;
  if (numbers.length === 2) return highest;
  if (numbers.length === 1 || lowest >= half) return half;
  if (!isLossy && numbers.length <= MASK.classes) return lowest + 1;
  const isNoise = highest - lowest < most * MASK.difference;
  return isNoise ? half : Math.ceil((lowest + highest) / 2);
}

function numbersIn(counts: Uint32Array): readonly number[] {
  const numbers: number[] = [];
  for (const [number, count] of counts.entries()) if (count > 0) numbers.push(number);
  return numbers;
}

/** ITU-R BT.601, rounded. */
function brightnessOf({ data, channels }: RawPicture): (pixel: number) => number {
  return (pixel) => {
    const at = pixel * channels;
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    return Math.round((299 * red + 587 * green + 114 * blue) / 1000);
  };
}

function mostOf({ depth }: RawPicture): number {
  return depth === 8 ? 255 : 65_535;
}

async function eachPixel(
  { width, height }: RawPicture,
  work: (pixel: number) => void,
): Promise<void> {
  for (let start = 0; start < width * height; start += MASK.portion) {
    await setImmediate();
    const end = Math.min(width * height, start + MASK.portion);
    for (let pixel = start; pixel < end; pixel++) work(pixel);
  }
}

function emptyMask(name: string, { width, height }: RawPicture, facts: Facts): AppError {
  const isClear = numbersIn(facts.opacity).length > 1;
  const what = isClear
    ? 'nearly transparent'
    : facts.black === width * height
      ? 'black'
      : 'dark, without a part that stands out';
  return invalidInput(
    `The mask in “${name}” is empty: all of its ${width} × ${height} px are ${what}. Your mask stays as it is.`,
    { action: 'choose-other-file' },
  );
}
