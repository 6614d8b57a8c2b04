import sharp, { type Metadata, type Sharp } from 'sharp';
import { refused, ServiceError } from '../answer.ts';

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

interface PictureLimit {
  readonly pixels: number;
  readonly side: number;
  readonly words: string;
}

const SIXTEEN_MEGAPIXELS = { pixels: 16 * 1024 * 1024, side: Infinity, words: '16 megapixels' };
const SQUARE_2048 = { pixels: 2048 * 2048, side: 2048, words: '2048 x 2048 pixels' };

/** By call. A megapixel is 2^20 pixels, so that 4096 x 4096 pixels are just allowed. */
export const PICTURE_LIMITS = {
  cleanup: SIXTEEN_MEGAPIXELS,
  'remove-text': { pixels: 1024 * 1024, side: 1024, words: '1024 x 1024 pixels' },
  'merge-face': SQUARE_2048,
  video: SQUARE_2048,
  /** The specification has no number. */
  upscale: SIXTEEN_MEGAPIXELS,
} as const satisfies Readonly<Record<string, PictureLimit>>;

export type PictureType = 'png' | 'webp' | 'jpeg';

/** Decoded samples, interleaved; colour first, alpha last if there is one. */
export interface Raster extends Size {
  readonly channels: 1 | 3 | 4;
  readonly hasAlpha: boolean;
  /** 8 bits per sample in a `Uint8Array`, 16 in a `Uint16Array`. */
  readonly samples: Uint8Array | Uint16Array;
}

/** Only these three containers reach a decoder. */
export function sniffFormat(bytes: Uint8Array): PictureType | 'unknown' {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(16, bytes.byteLength));
  if (head.toString('latin1', 0, 8) === '\u0089PNG\r\n\u001a\n') return 'png';
  if (head.toString('latin1', 0, 3) === '\u00ff\u00d8\u00ff') return 'jpeg';
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') {
    return 'webp';
  }
  return 'unknown';
}

/** @returns the size before any EXIF orientation @throws ServiceError 400 */
export async function checkImageHeader(
  file: Uint8Array,
  field: string,
  limit: PictureLimit,
): Promise<Size> {
  if (sniffFormat(file) === 'unknown') throw undecodable(field);
  const { width, height } = await readMetadata(file).catch(() => {
    throw undecodable(field);
  });
  // SECURITY: S37 the size is refused from the header, before any pixel is decoded.
  if (width * height > limit.pixels || Math.max(width, height) > limit.side) {
    throw refused(400, 'IMAGE_EXCEEDS_MAX_RESOLUTION', `${field} has more than ${limit.words}.`, {
      field,
      width: String(width),
      height: String(height),
    });
  }
  return { width, height };
}

/** Applies no EXIF orientation or colour profile. CMYK becomes sRGB. @throws ServiceError 400 */
export async function decodeImage(
  bytes: Uint8Array,
  field: string,
  limit: PictureLimit,
): Promise<Raster> {
  try {
    const metadata = await readMetadata(bytes);
    const is16Bit = metadata.depth === 'ushort';
    const isGrey = metadata.channels === 1;
    const isCmyk = metadata.space === 'cmyk';
    const { data, info } = await open(bytes, limit, !isCmyk)
      .toColourspace(colourSpace(isGrey, is16Bit))
      .raw({ depth: is16Bit ? 'ushort' : 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const { channels } = info;
    if (channels !== 1 && channels !== 3 && channels !== 4) throw undecodable(field);
    return {
      width: info.width,
      height: info.height,
      channels,
      hasAlpha: channels === 4,
      samples: is16Bit ? new Uint16Array(new Uint8Array(data).buffer) : data,
    };
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw undecodable(field);
  }
}

/** Covers the size in 8 bits; transparency becomes white. @throws ServiceError 400 */
export async function decodeRgb(
  bytes: Uint8Array,
  field: string,
  limit: PictureLimit,
  size: Size,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { space } = await readMetadata(bytes);
    const pipeline = open(bytes, limit, space !== 'cmyk')
      .flatten({ background: WHITE })
      .resize(size.width, size.height, { fit: 'cover' })
      .toColourspace('srgb')
      .removeAlpha();
    return new Uint8Array(await pipeline.raw({ depth: 'uchar' }).toBuffer());
  } catch {
    throw undecodable(field);
  }
}

/** Opens in 8 bits a sample, without conversion of colours. */
export async function openImage(bytes: Uint8Array, limit: PictureLimit): Promise<Sharp> {
  const { space, channels } = await readMetadata(bytes);
  return open(bytes, limit, space !== 'cmyk').toColourspace(colourSpace(channels === 1, false));
}

/** PNG and WebP are lossless; 16 bits survive in PNG only. */
export async function encodeImage(raster: Raster, type: PictureType): Promise<Uint8Array> {
  const { width, height, channels, samples } = raster;
  const is16Bit = samples instanceof Uint16Array && type === 'png';
  const pipeline = sharp(samples, { raw: { width, height, channels } }).toColourspace(
    colourSpace(channels === 1, is16Bit),
  );
  const flat = type === 'jpeg' ? pipeline.flatten({ background: WHITE }) : pipeline;
  return flat.toFormat(type, ENCODING[type]).toBuffer();
}

const WHITE = '#ffffff';

const ENCODING = {
  // 16 megapixels in a good second instead of three
  png: { compressionLevel: 3 },
  // in lossless mode the quality is an effort: the default of 80 takes five times as long
  webp: { lossless: true, exact: true, effort: 0, quality: 20 },
  jpeg: { quality: 95, chromaSubsampling: '4:4:4' },
} as const;

function readMetadata(bytes: Uint8Array): Promise<Metadata> {
  return sharp(bytes, { limitInputPixels: false }).metadata();
}

/** The pixel limit is a second line of defence. */
function open(bytes: Uint8Array, limit: PictureLimit, ignoreIcc: boolean): Sharp {
  // SECURITY: S37 the decoder itself refuses more pixels than the limit.
  return sharp(bytes, {
    limitInputPixels: limit.pixels,
    failOn: 'truncated',
    ignoreIcc,
    pages: 1,
  });
}

function colourSpace(isGrey: boolean, is16Bit: boolean): string {
  if (is16Bit) return isGrey ? 'grey16' : 'rgb16';
  return isGrey ? 'b-w' : 'srgb';
}

function undecodable(field: string): ServiceError {
  return refused(
    400,
    'INVALID_IMAGE_FORMAT',
    `${field} is not a complete PNG, JPEG or WebP image.`,
    { field },
  );
}

export function pictureAnswer(file: Uint8Array, type: PictureType): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('base64');
  return new TextEncoder().encode(`{"image_file":"${text}","image_type":"${type}"}`);
}

/** Copies if needed: buffers of a native library cannot be transferred. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
