import sharp, { type OverlayOptions } from 'sharp';
import type { PatchPicture } from '../results/apply-patches.ts';
import { attachToPng } from './embed-metadata.ts';
import { readProfile, type PhotoSource } from '../reading/photo-pixels.ts';
import type { Size } from '../../../../../shared/geometry/rect.ts';

const QUALITY = 80;

/** @param basePath in sRGB @param photo source of the profile @param patches lowest first */
export async function thumbnailWithPatches(
  basePath: string,
  photo: Size & { readonly source: PhotoSource },
  patches: readonly PatchPicture[],
): Promise<Uint8Array> {
  const { width, height } = await sharp(basePath).metadata();
  const profile = await readProfile(photo.source);
  const across = width / photo.width;
  const down = height / photo.height;
  const layers: OverlayOptions[] = [];
  for (const { rect, overlayPath } of patches) {
    const left = Math.min(width - 1, Math.floor(rect.x * across));
    const top = Math.min(height - 1, Math.floor(rect.y * down));
    const right = Math.min(width, Math.ceil((rect.x + rect.width) * across));
    const bottom = Math.min(height, Math.ceil((rect.y + rect.height) * down));
    const small = await sharp(overlayPath, { ignoreIcc: true })
      .ensureAlpha()
      .resize(Math.max(1, right - left), Math.max(1, bottom - top), { fit: 'fill' })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const input =
      profile === undefined
        ? small
        : await sharp(attachToPng(small, { profile })).toColourspace('srgb').png().toBuffer();
    layers.push({ input, left, top });
  }
  return sharp(basePath).composite(layers).webp({ quality: QUALITY }).toBuffer();
}
