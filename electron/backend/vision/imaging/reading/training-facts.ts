import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { readableFile } from '../convert/standard-picture.ts';
import type { ConvertedFormat } from '../convert/messages.ts';
import { openShown, readPictureHeader } from './open-picture.ts';
import { damagedFile, probePicture, type PictureInfo } from './probe.ts';

interface TrainingFacts extends Omit<PictureInfo, 'format'> {
  /** Format of the file itself, even if a PNG was made from it. */
  readonly format: PictureInfo['format'] | ConvertedFormat;
  /** EXIF rotates the pixels, which the service may ignore. */
  readonly isRotated: boolean;
  /** Some pixel is transparent; an alpha channel alone doesn't count. */
  readonly isTransparent: boolean;
  /** Perceptual hash: brightness steps as 128 bits, then four colours. */
  readonly perceptualHash: Uint8Array;
  /** A WebP. */
  readonly thumbnail: Uint8Array;
}

const FACTS = {
  /** Longest side of a thumbnail, pixels: sharp in a 40 px row at twice the screen's resolution. */
  thumbnailSide: 96,
  /** Longest side of the larger picture. */
  largeSide: 1600,
  quality: 75,
  /** Grid size of the brightness comparison. */
  steps: 8,
} as const;

/** Grey behind transparent pixels, of 255. */
const UNDER_CLEAR = 128;

/** Bits at the beginning of the hash. */
export const HASH_BITS = 2 * FACTS.steps * FACTS.steps;

/** @param name user's file name @throws AppError `unsupported-file`, `damaged-file`, `too-large` */
export async function readTrainingFacts(path: string, name: string): Promise<TrainingFacts> {
  const { file: readable, made } = await readableFile(path, name);
  // It is uploaded unchanged, and a service may refuse a truncated file.
  const file = made?.isCutOff === true ? path : readable;
  const info = await probePicture(file, name);
  try {
    const { orientation = 1 } = await readPictureHeader(file);
    const shown = await openShown(file, {
      failOn: 'truncated',
      sequentialRead: orientation === 1,
    });
    const { data, info: small } = await shown
      .resize(FACTS.thumbnailSide, FACTS.thumbnailSide, { fit: 'inside' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: small.width, height: small.height, channels: small.channels };
    const thumbnail = await sharp(data, { raw }).webp({ quality: FACTS.quality }).toBuffer();
    const perceptualHash = hashPixels({ data, ...raw });
    const isTransparent = raw.channels === 4 && hasClearPixel(data);
    const format = made?.convertedFrom ?? made?.format ?? info.format;
    const pages = made?.pages ?? info.pages;
    return {
      ...info,
      format,
      pages,
      isRotated: orientation > 1,
      isTransparent,
      perceptualHash,
      thumbnail,
    };
  } catch (error) {
    throw damagedFile(name, error);
  }
}

function hasClearPixel(data: Uint8Array): boolean {
  for (let at = 3; at < data.length; at += 4) {
    if (data[at] !== 255) return true;
  }
  return false;
}

/** Interleaved, 8 bits. */
interface SmallPicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** Whether each of 8 × 8 cells is brighter than its neighbours, then the quadrants' colours. */
function hashPixels(picture: SmallPicture): Uint8Array {
  const side = FACTS.steps + 1;
  const grey = meansOf(picture, side).map(brightness);
  const colours = meansOf(picture, 2).flat().map(Math.round);
  const hash = new Uint8Array(HASH_BITS / 8 + colours.length);
  hash.set(colours, HASH_BITS / 8);
  let bit = 0;
  for (const step of [1, side]) {
    for (let y = 0; y < FACTS.steps; y++) {
      for (let x = 0; x < FACTS.steps; x++, bit++) {
        const at = y * side + x;
        const isBrighter = (grey[at] ?? 0) > (grey[at + step] ?? 0);
        if (isBrighter) hash[bit >> 3] = (hash[bit >> 3] ?? 0) | (1 << (bit & 7));
      }
    }
  }
  return hash;
}

function meansOf(picture: SmallPicture, side: number): readonly (readonly number[])[] {
  const { data, width, height, channels } = picture;
  return Array.from({ length: side * side }, (_, place) => {
    const [left, right] = spanOf(place % side, side, width);
    const [top, bottom] = spanOf(Math.floor(place / side), side, height);
    const sums = [0, 0, 0];
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const at = (y * width + x) * channels;
        const alpha = channels === 4 ? (data[at + 3] ?? 0) / 255 : 1;
        for (let channel = 0; channel < 3; channel++) {
          const value = data[at + channel] ?? 0;
          sums[channel] = (sums[channel] ?? 0) + value * alpha + UNDER_CLEAR * (1 - alpha);
        }
      }
    }
    return sums.map((sum) => sum / ((right - left) * (bottom - top)));
  });
}

/** Returns the pixels of one cell along a side, at least one. */
function spanOf(place: number, places: number, length: number): readonly [number, number] {
  const start = Math.min(length - 1, Math.floor((place * length) / places));
  return [start, Math.max(start + 1, Math.floor(((place + 1) * length) / places))];
}

/** ITU-R BT.601. */
function brightness([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

export async function largePicture(path: string): Promise<Uint8Array | undefined> {
  try {
    const { file } = await readableFile(path, '');
    const shown = await openShown(file);
    return await shown
      .resize(FACTS.largeSide, FACTS.largeSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: FACTS.quality })
      .toBuffer();
  } catch {
    return undefined; // The thumbnail is shown instead.
  }
}

/**
 * Oriented, 8-bit sRGB, first frame only; a JPEG of quality 95 from a JPEG, otherwise a PNG.
 * @param isFlattened transparent areas become white
 * @param target must not exist
 * @throws AppError `unsupported-file`, `damaged-file`, `too-large`
 */
export async function convertForTraining(
  source: { readonly path: string; readonly name: string; readonly isFlattened: boolean },
  target: string,
): Promise<'png' | 'jpeg'> {
  const { path, name, isFlattened } = source;
  const { file } = await readableFile(path, name);
  const info = await probePicture(file, name);
  const format = info.format === 'jpeg' ? 'jpeg' : 'png';
  let bytes: Buffer;
  try {
    let picture = await openShown(file, { failOn: 'truncated' });
    if (isFlattened && info.hasAlpha) picture = picture.flatten({ background: '#ffffff' });
    const encoded =
      format === 'jpeg'
        ? picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
        : picture.png({ compressionLevel: 6 });
    bytes = await encoded.toBuffer();
  } catch (error) {
    throw damagedFile(name, error);
  }
  await writeFile(target, bytes);
  return format;
}
