/** Opens pictures from outside within limits. Files that Gesso wrote need none. */
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { countPages, MOST_PAGES } from './frame-count.ts';
import { PICTURE_LIMITS } from './limits.ts';

/** SECURITY: S37 most channels of a picture; Photoshop writes at most 56. */
const MOST_CHANNELS = 56;

export class TooManyPages extends Error {
  override readonly name = 'TooManyPages';

  constructor() {
    super(`more than ${MOST_PAGES} pages`);
  }
}

/** The caller checks the size. @throws TooManyPages; Error of the decoder */
export async function readPictureHeader(file: string | Buffer): Promise<Metadata> {
  // SECURITY: S37 S49 files whose pages alone would take minutes never reach the decoder
  if ((await countPages(file)) > MOST_PAGES) throw new TooManyPages();
  return await sharp(file, {
    limitInputPixels: false,
    limitInputChannels: MOST_CHANNELS,
  }).metadata();
}

/** @returns a pipeline that fails above the pixel limit, by default that of a photo */
export function openPicture(file: string | Buffer, options: SharpOptions = {}): Sharp {
  // SECURITY: S37 S49 limits of pixels and time apply to every decode
  return sharp(file, {
    limitInputPixels: PICTURE_LIMITS.maxPixels,
    limitInputChannels: MOST_CHANNELS,
    ...options,
  }).timeout({ seconds: PICTURE_LIMITS.decodeSeconds });
}

/** Oriented, 8-bit sRGB. @throws as {@link readPictureHeader} */
export async function openShown(file: string | Buffer, options: SharpOptions = {}): Promise<Sharp> {
  const { space, icc } = await readPictureHeader(file);
  const shown = openPicture(file, options).autoOrient().toColourspace('srgb');
  // sharp converts 16-bit numbers with a profile to Display P3 unless sRGB is requested by its
  // profile.
  const isByWayOfP3 = space === 'rgb16' && icc !== undefined;
  return isByWayOfP3 ? shown.withIccProfile('srgb', { attach: false }) : shown;
}

export function unreadableAnswer(message: string, cause: unknown): AppError {
  const error = cause instanceof Error ? cause.message : String(cause);
  return new AppError('bad-answer', message, { action: 'retry', details: { error }, cause });
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout:');
}
