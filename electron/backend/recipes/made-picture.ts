/** Pictures that steps make on this computer: at the photo's depth, with its profile and transparency, as PNG. */
import { rectOfSize } from '../../../shared/geometry/rect.ts';
import { applyPatches, type PatchPicture } from '../imaging/results/apply-patches.ts';
import {
  fromRaw,
  readDensity,
  readPixels,
  readProfile,
  type PhotoSource,
  type RawPicture,
} from '../imaging/reading/photo-pixels.ts';
import { attachToPng } from '../imaging/writing/embed-metadata.ts';
import type { Sharp } from 'sharp';

/** Between steps: soon written, and read again soon. */
const PNG = { compressionLevel: 2, adaptiveFiltering: true } as const;

/** All pixels of a photo with these results. */
export async function pixelsWith(
  source: PhotoSource,
  patches: readonly PatchPicture[],
): Promise<RawPicture> {
  const picture = await readPixels(source);
  await applyPatches(picture, rectOfSize(picture), patches);
  return picture;
}

/** @param change of the pixels; the picture as it is unless given @returns the bytes of a PNG */
export async function encodeMade(
  source: PhotoSource,
  picture: RawPicture,
  change: (picture: Sharp) => Sharp = (same) => same,
): Promise<Uint8Array> {
  const png = await change(fromRaw(picture)).png(PNG).toBuffer();
  const [profile, density] = await Promise.all([readProfile(source), readDensity(source)]);
  return attachToPng(png, { profile, density });
}
