/**
 * The one way to pictures from outside: their header first, within bounds; then their pixels, within the
 * limits of pixels and time. Files that Gesso has written itself need none of it.
 */
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { countPages, MOST_PAGES } from './frame-count.ts';
import { PICTURE_LIMITS } from './limits.ts';

/** SECURITY: S37 channels of a picture; Photoshop writes at most 56. */
const MOST_CHANNELS = 56;

/** More pages than are opened. */
export class TooManyPages extends Error {
  override readonly name = 'TooManyPages';

  constructor() {
    super(`more than ${MOST_PAGES} pages`);
  }
}

/**
 * Reads a header; nothing is decoded. Its size has still to be held against a limit.
 *
 * @param file absolute path, or the bytes
 * @throws TooManyPages; Error of the decoder
 */
export async function readPictureHeader(file: string | Buffer): Promise<Metadata> {
  // SECURITY: S37 S49 the decoder gets no file whose pages alone would keep it for minutes
  if ((await countPages(file)) > MOST_PAGES) throw new TooManyPages();
  return await sharp(file, {
    limitInputPixels: false,
    limitInputChannels: MOST_CHANNELS,
  }).metadata();
}

/**
 * Opens a picture whose header was found good.
 *
 * @param options as for sharp; the limit of pixels is that of a photo unless given
 * @returns a pipeline that ends with an error when it takes longer than a picture may
 */
export function openPicture(file: string | Buffer, options: SharpOptions = {}): Sharp {
  // SECURITY: S37 S49 the limits of pixels and of time hold for every decode
  return sharp(file, {
    limitInputPixels: PICTURE_LIMITS.maxPixels,
    limitInputChannels: MOST_CHANNELS,
    ...options,
  }).timeout({ seconds: PICTURE_LIMITS.decodeSeconds });
}

/**
 * Opens a picture as screens show it: upright, in 8 bits of sRGB by the profile that it has.
 *
 * @param options as for {@link openPicture}
 * @throws as {@link readPictureHeader}
 */
export async function openShown(file: string | Buffer, options: SharpOptions = {}): Promise<Sharp> {
  const { space, icc } = await readPictureHeader(file);
  const shown = openPicture(file, options).autoOrient().toColourspace('srgb');
  // numbers of 16 bits with a profile come out as those of Display P3 unless sRGB is asked for by its profile
  const isByWayOfP3 = space === 'rgb16' && icc !== undefined;
  return isByWayOfP3 ? shown.withIccProfile('srgb', { attach: false }) : shown;
}

/** The error of a pipeline that took longer than a picture may. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout:');
}
