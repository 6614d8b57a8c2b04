/**
 * Images as files and as samples: known by their first bytes, checked by their header, then
 * decoded.
 */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { refused, ServiceError } from '../errors.ts';
import type { ImageInspection } from './inspection.ts';
import type { PictureLimit } from './picture-limits.ts';

/** Types of the pictures that the service answers with. */
export type PictureType = 'png' | 'webp' | 'jpeg';

/** Decoded samples, interleaved. Colour first, alpha last if there is one. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  readonly hasAlpha: boolean;
  /** 8 bits per sample in a `Uint8Array`, 16 in a `Uint16Array`. */
  readonly samples: Uint8Array | Uint16Array;
}

/** Container by the first bytes. Only these three are ever handed to a decoder. */
export function sniffFormat(bytes: Uint8Array): ImageInspection['format'] {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(16, bytes.byteLength));
  if (head.toString('latin1', 0, 8) === '\u0089PNG\r\n\u001a\n') return 'png';
  if (head.toString('latin1', 0, 3) === '\u00ff\u00d8\u00ff') return 'jpeg';
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') {
    return 'webp';
  }
  return 'unknown';
}

/** Reads the headers of an image, without decoding a pixel. Never throws. */
export async function inspectImage(bytes: Uint8Array): Promise<ImageInspection> {
  const format = sniffFormat(bytes);
  const nothing = { width: null, height: null, channels: null, bitDepth: null, pngColour: null };
  if (format === 'unknown') return { bytes: bytes.byteLength, format, ...nothing };
  const stored = format === 'png' ? readPngHeader(bytes) : null;
  try {
    const metadata = await readMetadata(bytes);
    return {
      bytes: bytes.byteLength,
      format,
      width: metadata.width,
      height: metadata.height,
      channels: stored?.channels ?? metadata.channels,
      bitDepth: stored?.bitDepth ?? 8,
      pngColour: stored?.colour ?? null,
    };
  } catch {
    return { bytes: bytes.byteLength, format, ...nothing };
  }
}

/**
 * Checks an image by its header: a known container, a size within the limit.
 *
 * @throws ServiceError 400 INVALID_IMAGE_FORMAT or IMAGE_EXCEEDS_MAX_RESOLUTION
 */
export function checkImageHeader(
  inspection: ImageInspection,
  field: string,
  limit: PictureLimit,
): void {
  const { width, height } = inspection;
  if (width === null || height === null) throw undecodable(field);
  // SECURITY: S37 the size is refused from the header, before any pixel is decoded.
  if (width * height > limit.pixels || Math.max(width, height) > limit.side) {
    throw refused(400, 'IMAGE_EXCEEDS_MAX_RESOLUTION', `${field} has more than ${limit.words}.`, {
      field,
      width: String(width),
      height: String(height),
    });
  }
}

/**
 * Decodes an image to its stored numbers: no EXIF orientation, no colour profile applied.
 * CMYK becomes sRGB, because none of the answer types can hold it.
 *
 * @throws ServiceError 400 INVALID_IMAGE_FORMAT
 */
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
      samples: is16Bit ? as16Bit(data) : data,
    };
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw undecodable(field);
  }
}

/**
 * Decodes an image to 8-bit RGB of a size: covers it, cut in the middle. Numbers are as stored, as
 * with `decodeImage`; white shows through.
 *
 * @throws ServiceError 400 INVALID_IMAGE_FORMAT
 */
export async function decodeRgb(
  bytes: Uint8Array,
  field: string,
  limit: PictureLimit,
  size: { readonly width: number; readonly height: number },
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { space } = await readMetadata(bytes);
    const pipeline = open(bytes, limit, space !== 'cmyk')
      .flatten({ background: ENCODING.jpegBackground })
      .resize(size.width, size.height, { fit: 'cover' })
      .toColourspace('srgb')
      .removeAlpha();
    return new Uint8Array(await pipeline.raw({ depth: 'uchar' }).toBuffer());
  } catch {
    throw undecodable(field);
  }
}

/** Opens an image for a pipeline in 8 bits a sample: grey or RGB, numbers as stored, alpha kept. */
export async function openImage(bytes: Uint8Array, limit: PictureLimit): Promise<Sharp> {
  const { space, channels } = await readMetadata(bytes);
  return open(bytes, limit, space !== 'cmyk').toColourspace(colourSpace(channels === 1, false));
}

/** Encodes samples to the asked type. PNG and WebP are lossless; 16 bits survive in PNG only. */
export async function encodeImage(raster: Raster, type: PictureType): Promise<Uint8Array> {
  const { width, height, channels, samples } = raster;
  const is16Bit = samples instanceof Uint16Array;
  const pipeline = sharp(samples, { raw: { width, height, channels } }).toColourspace(
    colourSpace(channels === 1, is16Bit && type === 'png'),
  );
  switch (type) {
    case 'png':
      return pipeline.png({ compressionLevel: ENCODING.pngLevel }).toBuffer();
    case 'webp':
      return pipeline
        .webp({
          lossless: true,
          exact: true,
          effort: ENCODING.webpEffort,
          quality: ENCODING.webpQuality,
        })
        .toBuffer();
    case 'jpeg':
      return pipeline
        .flatten({ background: ENCODING.jpegBackground })
        .jpeg({ quality: ENCODING.jpegQuality, chromaSubsampling: '4:4:4' })
        .toBuffer();
  }
}

const ENCODING = {
  /** zlib level, 0-9: 16 megapixels in a good second instead of three. */
  pngLevel: 3,
  /** WebP effort, 0-6; lossless at any effort. */
  webpEffort: 0,
  /** For lossless WebP this, too, is an effort, 1-100: the default of 80 takes five times as long. */
  webpQuality: 20,
  /** JPEG quality, 1-100. */
  jpegQuality: 95,
  /** JPEG has no alpha: this colour shows through. */
  jpegBackground: '#ffffff',
} as const;

function readMetadata(bytes: Uint8Array): Promise<Metadata> {
  return sharp(bytes, { limitInputPixels: false }).metadata();
}

/** Opens an image for decoding, with the pixel limit as a second line of defence. */
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

function as16Bit(data: Buffer): Uint16Array {
  return new Uint16Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
}

/** Reads the IHDR chunk (PNG specification 11.2.1): bit depth and colour type at bytes 24 and 25. */
function readPngHeader(
  bytes: Uint8Array,
): { bitDepth: number; colour: ImageInspection['pngColour']; channels: number } | null {
  const bitDepth = bytes[24];
  const colourType = bytes[25];
  if (bitDepth === undefined || colourType === undefined) return null;
  switch (colourType) {
    case 0:
      return { bitDepth, colour: 'grey', channels: 1 };
    case 2:
      return { bitDepth, colour: 'rgb', channels: 3 };
    case 3:
      return { bitDepth, colour: 'palette', channels: 1 };
    case 4:
      return { bitDepth, colour: 'grey-alpha', channels: 2 };
    case 6:
      return { bitDepth, colour: 'rgba', channels: 4 };
    default:
      return null;
  }
}

function undecodable(field: string): ServiceError {
  return refused(
    400,
    'INVALID_IMAGE_FORMAT',
    `${field} is not a complete PNG, JPEG or WebP image.`,
    { field },
  );
}
