/** Pictures of the data folder and of the user as small ones, for lists and cards. */
import { openShown } from './open-picture.ts';

/** See {@link smallPicture}. */
export interface SmallPicture {
  /** Longest side, pixels; a smaller picture keeps its size. */
  readonly side: number;
  /** 1 to 100. */
  readonly webpQuality: number;
}

/** Larger ones are not decoded. */
const MOST_PIXELS = 1_000_000_000;

/**
 * Upright and in sRGB; of an animation its first frame.
 *
 * @param file absolute path, or the bytes
 * @returns a WebP
 * @throws Error of the decoder
 */
export async function smallPicture(file: string | Buffer, form: SmallPicture): Promise<Uint8Array> {
  const { side, webpQuality } = form;
  const shown = await openShown(file, { limitInputPixels: MOST_PIXELS, sequentialRead: true });
  return await shown
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: webpQuality })
    .toBuffer();
}
