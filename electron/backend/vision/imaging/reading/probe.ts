import type { Metadata } from 'sharp';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { formatNumber } from '../../../../../shared/numbers.ts';
import { isTooLarge, PICTURE_LIMITS } from './limits.ts';
import { readHead, sniffFormat, type SniffedFormat } from './sniff-format.ts';
import { MOST_PAGES } from './frame-count.ts';
import { otherKind, sequenceKind, unreadVariant } from './other-kinds.ts';
import { isTimeout, readPictureHeader, TooManyPages } from './open-picture.ts';
import { openDirectories } from './directories.ts';
import { openBytes, type FileBytes } from './file-bytes.ts';
import { chunksBeforePixels } from './png-chunks.ts';
import { withoutPrefix } from './resolution.ts';

/** Sizes are in photo space (oriented). */
export interface PictureInfo {
  readonly format: SniffedFormat;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
  /** 8 or 16 bits per channel. */
  readonly depth: 8 | 16;
  readonly hasAlpha: boolean;
  /** CMYK is converted to sRGB. */
  readonly isCmyk: boolean;
  /** Frames or pages; only the first is opened. */
  readonly pages: number;
  /** Chromium shows the same picture directly. */
  readonly isDisplayable: boolean;
}

const MEDIA_TYPES: Readonly<Record<SniffedFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  tiff: 'image/tiff',
  heif: 'image/avif',
};

/** @param name user's file name @throws AppError `unsupported-file`, `damaged-file`, `too-large` */
export async function probePicture(file: string | Buffer, name: string): Promise<PictureInfo> {
  const format = await knownFormat(file, name);
  const metadata = await readHeader(file, format, name);
  const { width, height } = metadata.autoOrient;
  if (isTooLarge({ width, height })) throw tooLarge(width, height, name);
  const isCmyk = metadata.space === 'cmyk';
  const pages = metadata.pages ?? 1;
  return {
    format,
    mediaType: MEDIA_TYPES[format],
    width,
    height,
    depth: metadata.depth === 'uchar' || metadata.depth === 'char' ? 8 : 16,
    hasAlpha: metadata.hasAlpha,
    isCmyk,
    pages,
    isDisplayable: await isSeenAlike(file, format, metadata),
  };
}

/** SECURITY: S37 only such files reach a decoder. @throws AppError `unsupported-file` */
export async function knownFormat(file: string | Buffer, name: string): Promise<SniffedFormat> {
  const format = sniffFormat(typeof file === 'string' ? await readHead(file) : file);
  if (format === 'heic' || format === 'bmp') {
    throw unsupportedFile(
      `“${name}” is a ${format.toUpperCase()} file, which can’t be used here. Save it as JPEG, PNG or TIFF and add that file.`,
    );
  }
  const kind =
    format === undefined ? await otherKind(file, name) : await unreadVariant(file, format, name);
  if (kind !== undefined) throw unreadKind(name, kind);
  if (format !== undefined) return format;
  throw unsupportedFile(
    `Gesso can’t read “${name}”. It opens JPEG, PNG, WebP, HEIC, TIFF, AVIF, GIF and BMP.`,
  );
}

/** @param kind description with its article */
export function unreadKind(name: string, kind: string): AppError {
  return unsupportedFile(
    `Gesso can’t read “${name}”, because it’s ${kind}. Save it as JPEG, PNG or TIFF and open that file.`,
  );
}

async function readHeader(
  file: string | Buffer,
  format: SniffedFormat,
  name: string,
): Promise<Metadata> {
  // SECURITY: S37 only the header is read until the size is known; nothing is decoded here.
  try {
    return await readPictureHeader(file);
  } catch (error) {
    if (error instanceof TooManyPages)
      throw new AppError(
        'too-large',
        `“${name}” has more than ${formatNumber(MOST_PAGES)} frames or pages. Gesso opens files of up to that many.`,
        { action: 'choose-other-file' },
      );
    const head = typeof file === 'string' ? await readHead(file) : file;
    const sequence = format === 'heif' ? sequenceKind(head) : undefined;
    throw sequence === undefined ? damagedFile(name, error) : unreadKind(name, sequence);
  }
}

export function damagedFile(name: string, cause: unknown): AppError {
  if (isTimeout(cause)) return slowFile(name);
  return new AppError(
    'damaged-file',
    `“${name}” is damaged or incomplete. Try another copy of the file.`,
    {
      action: 'choose-other-file',
      details: { error: cause instanceof Error ? cause.message : String(cause) },
      cause,
    },
  );
}

export function slowFile(name: string): AppError {
  return new AppError(
    'damaged-file',
    `“${name}” takes too long to read, so Gesso stopped. Try another copy of the file.`,
    { action: 'choose-other-file' },
  );
}

export function unsupportedFile(message: string): AppError {
  return new AppError('unsupported-file', message, { action: 'choose-other-file' });
}

export function tooLarge(width: number, height: number, name: string): AppError {
  const pixels = width * height;
  const area = pixels > PICTURE_LIMITS.maxPixels ? ` (${Math.ceil(pixels / 1e6)} megapixels)` : '';
  return new AppError(
    'too-large',
    `“${name}” is ${width} × ${height} pixels${area}. Gesso opens photos up to ${PICTURE_LIMITS.maxPixels / 1e6} megapixels and ${PICTURE_LIMITS.maxSide} pixels a side.`,
    { action: 'choose-other-file', details: { width, height } },
  );
}

const TAG_ORIENTATION = 0x01_12;
const TYPE_SHORT = 3;
/** EXIF may follow the pixels within these last bytes of a PNG. */
const TAIL_BYTES = 65_536;

/** The window uses the user's own file only if Chromium shows it like sharp does. */
async function isSeenAlike(
  file: string | Buffer,
  format: SniffedFormat,
  metadata: Metadata,
): Promise<boolean> {
  const { orientation = 1, pages = 1, space } = metadata;
  if (space === 'cmyk' || pages > 1) return false;
  switch (format) {
    case 'jpeg':
      return await isReadAlike(metadata.exif, orientation);
    case 'webp': // Chromium ignores the orientation.
      return orientation === 1;
    case 'png': {
      await using bytes = await openBytes(file);
      return orientation === 1 && (await isPlainPng(bytes, metadata));
    }
    default: // TIFF and GIF are not supported; AVIF upsamples 4:2:0 differently.
      return false;
  }
}

async function isReadAlike(exif: Buffer | undefined, orientation: number): Promise<boolean> {
  if (exif === undefined) return orientation === 1;
  await using block = await openBytes(withoutPrefix(exif));
  const directories = await openDirectories(block);
  if (directories === undefined) return false;
  const tag = await directories.tag(directories.first, TAG_ORIENTATION);
  if (tag === undefined) return orientation === 1;
  const [value] = tag.numbers;
  return tag.type === TYPE_SHORT && tag.numbers.length === 1 && value === orientation;
}

/** Excludes animations, whose first frame may differ, and profiles that only one of them finds. */
async function isPlainPng(file: FileBytes, { exif, icc }: Metadata): Promise<boolean> {
  const chunks = await chunksBeforePixels(file);
  const has = (type: string): boolean => chunks.some((chunk) => chunk.type === type);
  if (has('acTL') || (has('iCCP') && icc === undefined)) return false;
  if (!(await isReadAlike(exif, 1))) return false;
  const tail = await file.read(
    Math.max(0, file.size - TAIL_BYTES),
    Math.min(file.size, TAIL_BYTES),
  );
  return exif !== undefined || tail?.includes('eXIf') !== true;
}
