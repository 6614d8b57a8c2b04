/** What a file is, decided by its bytes: the header is read, nothing is decoded yet. */
import sharp, { type Metadata } from 'sharp';
import { AppError } from '../../../shared/errors/app-error.ts';
import { PICTURE_LIMITS } from './limits.ts';

/** A picture as its header describes it. Sizes are in photo space (orientation applied). */
export interface PictureInfo {
  readonly format: PictureFormat;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
  /** Bits per channel that are worth keeping: 8 or 16. */
  readonly depth: 8 | 16;
  readonly hasAlpha: boolean;
  /** CMYK pixels are worked on in sRGB. */
  readonly isCmyk: boolean;
  readonly isGrey: boolean;
  /** True when Chromium decodes the file itself, in the right orientation and colours. */
  readonly isDisplayable: boolean;
}

const MEDIA_TYPES = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  tiff: 'image/tiff',
  heif: 'image/avif',
} as const;

/** Formats that can be opened. `heif` is AVIF: the bundled libheif has no HEVC decoder. */
export type PictureFormat = keyof typeof MEDIA_TYPES;

/**
 * Reads the header of a picture file.
 *
 * @param path absolute path of the file
 * @param name the user's name for it, for the error sentences
 * @throws AppError `unsupported-file`, `damaged-file` (empty), `too-large`
 */
export async function probePicture(path: string, name: string): Promise<PictureInfo> {
  const metadata = await readHeader(path, name);
  const format = knownFormat(metadata, name);
  const { width, height } = metadata.autoOrient;
  checkSize(width, height, name);
  const isCmyk = metadata.space === 'cmyk';
  return {
    format,
    mediaType: MEDIA_TYPES[format],
    width,
    height,
    depth: metadata.depth === 'uchar' || metadata.depth === 'char' ? 8 : 16,
    hasAlpha: metadata.hasAlpha ?? false,
    isCmyk,
    isGrey: metadata.space === 'b-w' || metadata.space === 'grey16',
    isDisplayable: !isCmyk && format !== 'tiff' && format !== 'gif',
  };
}

async function readHeader(path: string, name: string): Promise<Metadata> {
  // SECURITY: S37 only the header is read before the size is known; nothing is decoded here.
  try {
    return await sharp(path, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw new AppError(
      {
        kind: 'unsupported-file',
        message: `“${name}” is not a picture that Gesso can read. It reads JPEG, PNG, WebP, TIFF, AVIF and GIF.`,
        action: 'choose-other-file',
        details: { error: error instanceof Error ? error.message : String(error) },
      },
      { cause: error },
    );
  }
}

function knownFormat(metadata: Metadata, name: string): PictureFormat {
  const format = metadata.format;
  if (format !== undefined && Object.hasOwn(MEDIA_TYPES, format)) return format as PictureFormat;
  throw new AppError({
    kind: 'unsupported-file',
    message: `“${name}” is a ${String(format).toUpperCase()} file. Gesso opens JPEG, PNG, WebP, TIFF, AVIF and GIF.`,
    action: 'choose-other-file',
  });
}

function checkSize(width: number, height: number, name: string): void {
  const pixels = width * height;
  if (pixels <= PICTURE_LIMITS.maxPixels && Math.max(width, height) <= PICTURE_LIMITS.maxSide) {
    return;
  }
  throw new AppError({
    kind: 'too-large',
    message: `“${name}” is ${width} × ${height} pixels (${Math.round(pixels / 1e6)} megapixels). Gesso opens photos up to ${PICTURE_LIMITS.maxPixels / 1e6} megapixels and ${PICTURE_LIMITS.maxSide} pixels a side.`,
    action: 'choose-other-file',
    details: { width, height },
  });
}
