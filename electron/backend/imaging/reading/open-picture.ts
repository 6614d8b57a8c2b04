/**
 * The one way to pictures from outside: their header first, within bounds; then their pixels, within the
 * limits of pixels and time. Files that Gesso has written itself need none of it.
 */
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { countPages, MOST_PAGES } from './frame-count.ts';
import { PICTURE_LIMITS } from './limits.ts';

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
  return await sharp(file, { limitInputPixels: false }).metadata();
}

/**
 * Opens a picture whose header was found good.
 *
 * @param options as for sharp; the limit of pixels is that of a photo unless given
 * @returns a pipeline that ends with an error when it takes longer than a picture may
 */
export function openPicture(file: string | Buffer, options: SharpOptions = {}): Sharp {
  // SECURITY: S37 S49 the limits of pixels and of time hold for every decode
  return sharp(file, { limitInputPixels: PICTURE_LIMITS.maxPixels, ...options }).timeout({
    seconds: PICTURE_LIMITS.decodeSeconds,
  });
}

/** The error of a pipeline that took longer than a picture may. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout:');
}
