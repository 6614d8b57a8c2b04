import { sizeWithin, type Rect, type Size } from '../../../../shared/geometry/rect.ts';
import type { PatchPicture } from '../../vision/imaging/results/apply-patches.ts';
import type { PhotoSource } from '../../vision/imaging/reading/photo-pixels.ts';
import { readSent } from '../../vision/imaging/sent/region-picture.ts';

/** 8-bit RGB; transparency becomes white. @param rect photo space, inside the photo */
export async function readPart(
  source: PhotoSource,
  patches: readonly PatchPicture[],
  rect: Rect,
  mostPixels: number,
): Promise<Size & { readonly rgb: Uint8Array<ArrayBuffer> }> {
  const size = sizeWithin(rect, mostPixels);
  const rgb = await readSent(source, rect, patches, size);
  return { ...size, rgb: rgb as Uint8Array<ArrayBuffer> };
}
