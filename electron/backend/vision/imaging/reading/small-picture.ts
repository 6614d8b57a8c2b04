import { openShown } from './open-picture.ts';

interface SmallPicture {
  /** Longest side, pixels; smaller pictures are not enlarged. */
  readonly side: number;
  /** 1 to 100. */
  readonly webpQuality: number;
}

/** Larger pictures are not decoded. */
const MOST_PIXELS = 1_000_000_000;

/** Oriented sRGB; the first frame of an animation. @throws Error of the decoder */
export async function smallPicture(file: string | Buffer, form: SmallPicture): Promise<Uint8Array> {
  const { side, webpQuality } = form;
  const shown = await openShown(file, { limitInputPixels: MOST_PIXELS, sequentialRead: true });
  return await shown
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: webpQuality })
    .toBuffer();
}
