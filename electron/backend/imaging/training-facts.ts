/** A picture for training as it is checked before it is sent: everything from one decode. */
import sharp from 'sharp';
import { PICTURE_LIMITS } from './limits.ts';
import { damagedFile, probePicture, type PictureInfo } from './probe.ts';

/** Facts about a picture, and a small one of it. */
export interface TrainingFacts extends PictureInfo {
  /** The file's pixels are turned by its EXIF orientation, which the service may ignore. */
  readonly isRotated: boolean;
  /** Something can be seen through; an alpha channel alone is not that. */
  readonly isTransparent: boolean;
  /** Brightness steps as 128 bits, then four colours: pictures that look alike differ little. */
  readonly look: Uint8Array;
  /** A WebP. */
  readonly thumbnail: Uint8Array;
}

/** Numbers of this module. */
const FACTS = {
  /** Longest side of a thumbnail, pixels: sharp in a row of 40 px at twice the screen's resolution. */
  thumbnailSide: 96,
  /** … and of a picture that is looked at. */
  largeSide: 1600,
  quality: 75,
  /** Places across and down whose brightness is compared with the next ones. */
  steps: 8,
} as const;

/** Bits at the beginning of a look. */
export const LOOK_BITS = 2 * FACTS.steps * FACTS.steps;

/**
 * @param name the user's name for the file, for the error sentences
 * @throws AppError `unsupported-file`, `damaged-file`, `too-large`
 */
export async function readTrainingFacts(path: string, name: string): Promise<TrainingFacts> {
  const info = await probePicture(path, name);
  try {
    const { orientation = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
    // SECURITY: S37 the pixel limit holds for every decode.
    const { data, info: small } = await sharp(path, {
      limitInputPixels: PICTURE_LIMITS.maxPixels,
      failOn: 'truncated',
      sequentialRead: orientation === 1,
    })
      .autoOrient()
      .resize(FACTS.thumbnailSide, FACTS.thumbnailSide, { fit: 'inside' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: small.width, height: small.height, channels: small.channels };
    const [thumbnail, look] = await Promise.all([
      sharp(data, { raw }).webp({ quality: FACTS.quality }).toBuffer(),
      lookOf(data, raw),
    ]);
    const isTransparent = raw.channels === 4 && hasClearPixel(data);
    return { ...info, isRotated: orientation > 1, isTransparent, look, thumbnail };
  } catch (error) {
    throw damagedFile(name, error);
  }
}

/** @param data RGBA */
function hasClearPixel(data: Uint8Array): boolean {
  for (let at = 3; at < data.length; at += 4) {
    if (data[at] !== 255) return true;
  }
  return false;
}

/**
 * Whether each of 8 × 8 places is brighter than the one to its right, and the one below it; then the
 * colours of the quarters.
 */
async function lookOf(
  data: Uint8Array,
  raw: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 },
): Promise<Uint8Array> {
  const side = FACTS.steps + 1;
  const opaque = () => sharp(data, { raw }).flatten({ background: '#808080' });
  const [grey, colours] = await Promise.all([
    opaque().greyscale().resize(side, side, { fit: 'fill' }).raw().toBuffer(),
    opaque().toColourspace('srgb').resize(2, 2, { fit: 'fill' }).raw().toBuffer(),
  ]);
  const look = new Uint8Array(LOOK_BITS / 8 + colours.length);
  look.set(colours, LOOK_BITS / 8);
  let bit = 0;
  for (const step of [1, side]) {
    for (let y = 0; y < FACTS.steps; y++) {
      for (let x = 0; x < FACTS.steps; x++, bit++) {
        const at = y * side + x;
        const isBrighter = (grey[at] ?? 0) > (grey[at + step] ?? 0);
        if (isBrighter) look[bit >> 3] = (look[bit >> 3] ?? 0) | (1 << (bit & 7));
      }
    }
  }
  return look;
}

/** A picture to look at, as WebP; `undefined` when the file is gone or cannot be decoded. */
export async function largePicture(path: string): Promise<Uint8Array | undefined> {
  try {
    return await sharp(path, { limitInputPixels: PICTURE_LIMITS.maxPixels })
      .autoOrient()
      .resize(FACTS.largeSide, FACTS.largeSide, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: FACTS.quality })
      .toBuffer();
  } catch {
    return undefined; // the small picture is shown in its place
  }
}

/** The format that a picture is converted to, and how well. */
function conversionOf(format: string): {
  readonly format: 'png' | 'jpeg';
  readonly quality: number;
} {
  return format === 'jpeg' ? { format: 'jpeg', quality: 95 } : { format: 'png', quality: 100 };
}

/**
 * Writes a copy that any service reads alike: upright, sRGB, 8 bits a channel, the first frame of an
 * animation; a JPEG becomes a JPEG of quality 95, anything else a PNG.
 *
 * @param isFlattened transparent parts become white
 * @param target absolute path that does not exist yet
 * @throws AppError `unsupported-file`, `damaged-file`, `too-large`
 */
export async function convertForTraining(
  source: { readonly path: string; readonly name: string; readonly isFlattened: boolean },
  target: string,
): Promise<'png' | 'jpeg'> {
  const { path, name, isFlattened } = source;
  const info = await probePicture(path, name);
  const { format, quality } = conversionOf(info.format);
  try {
    let picture = sharp(path, {
      limitInputPixels: PICTURE_LIMITS.maxPixels,
      failOn: 'truncated',
    }).autoOrient();
    if (isFlattened && info.hasAlpha) picture = picture.flatten({ background: '#ffffff' });
    // an embedded profile is applied: the numbers are sRGB afterwards
    picture = picture.toColourspace('srgb').withIccProfile('srgb');
    const encoded =
      format === 'jpeg'
        ? picture.jpeg({ quality, chromaSubsampling: '4:4:4' })
        : picture.png({ compressionLevel: 6 });
    await encoded.toFile(target);
    return format;
  } catch (error) {
    throw damagedFile(name, error);
  }
}
