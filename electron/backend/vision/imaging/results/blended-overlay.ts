import sharp from 'sharp';
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import { weightFrame } from '../../../../../shared/blend/blend-frame.ts';
import type { PatchPicture } from './apply-patches.ts';
import { readProfile, type PhotoSource } from '../reading/photo-pixels.ts';
import { encodeOverlay } from '../sent/region-picture.ts';

/** @param opacity 0 … 1 @returns RGBA PNG; alpha never exceeds the result's */
export async function blendedOverlay(
  { rect, overlayPath }: PatchPicture,
  weights: Uint8Array,
  opacity: number,
  source: PhotoSource,
): Promise<Uint8Array> {
  const open = () => sharp(overlayPath, { ignoreIcc: true });
  const [colours, alpha, shares] = await Promise.all([
    open().removeAlpha().raw().toBuffer(),
    open().extractChannel('alpha').raw().toBuffer(),
    weightsOfRect(weights, rect),
  ]);
  for (const [index, value] of alpha.entries()) {
    if (value !== 0) alpha[index] = Math.round((value * (shares[index] ?? 0) * opacity) / 255);
  }
  return await encodeOverlay(colours, rect, rect, alpha, await readProfile(source));
}

export async function weightsOfRect(weights: Uint8Array, rect: Rect): Promise<Uint8Array> {
  const { width, height } = weightFrame(rect).size;
  if (width === rect.width && height === rect.height) return weights;
  return await sharp(weights, { raw: { width, height, channels: 1 } })
    .resize(rect.width, rect.height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}
