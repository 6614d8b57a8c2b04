/** Encodes intermediate pictures as PNG with the photo's depth, profile and transparency. */
import type { Sharp } from 'sharp';
import { rectOfSize } from '../../../../shared/geometry/rect.ts';
import { applyPatches, type PatchPicture } from '../../vision/imaging/results/apply-patches.ts';
import {
  fromRaw,
  readDensity,
  readPixels,
  readProfile,
  type PhotoSource,
  type RawPicture,
} from '../../vision/imaging/reading/photo-pixels.ts';
import { turnedDensity } from '../../vision/imaging/reading/density.ts';
import { attachToPng } from '../../vision/imaging/writing/embed-metadata.ts';

/** Fast, because the file is intermediate. */
const PNG = { compressionLevel: 2, adaptiveFiltering: true } as const;

export async function pixelsWith(
  source: PhotoSource,
  patches: readonly PatchPicture[],
): Promise<RawPicture> {
  const picture = await readPixels(source);
  await applyPatches(picture, rectOfSize(picture), patches);
  return picture;
}

/** @param isOnSide `picture` was turned by 90° or 270° */
export async function encodeMade(
  source: PhotoSource,
  picture: RawPicture,
  change: (picture: Sharp) => Sharp = (same) => same,
  isOnSide = false,
): Promise<Uint8Array> {
  const png = await change(fromRaw(picture)).png(PNG).toBuffer();
  const [profile, upright] = await Promise.all([readProfile(source), readDensity(source)]);
  const density = isOnSide ? turnedDensity(upright) : upright;
  return attachToPng(png, { profile, density });
}
