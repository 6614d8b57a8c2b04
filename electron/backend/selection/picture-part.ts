/** The part of a photo that is selected in, with the results that lie on it. */
import type { Rect, Size } from '../../../shared/geometry/rect.ts';
import type { PatchPicture } from '../imaging/results/apply-patches.ts';
import type { PhotoSource } from '../imaging/reading/photo-pixels.ts';
import { readSent } from '../imaging/sent/region-picture.ts';

/** The size in which a part is worked on: its own, or less where it has too many pixels. */
export function workingSize({ width, height }: Size, mostPixels: number): Size {
  const scale = Math.min(1, Math.sqrt(mostPixels / (width * height)));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/**
 * A part as RGB, 8 bits; transparent pixels on white, 16 bits and grey as colours of 8 bits.
 *
 * @param rect photo space, inside the photo
 */
export async function readPart(
  source: PhotoSource,
  patches: readonly PatchPicture[],
  rect: Rect,
  mostPixels: number,
): Promise<Size & { readonly rgb: Uint8Array<ArrayBuffer> }> {
  const size = workingSize(rect, mostPixels);
  const rgb = await readSent(source, rect, patches, size);
  return { ...size, rgb: rgb as Uint8Array<ArrayBuffer> };
}
