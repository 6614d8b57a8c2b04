import sharp from 'sharp';
import { MASK_VALUE } from '../../../../../shared/api/cleanup.ts';
import type { Rect, Size } from '../../../../../shared/geometry/rect.ts';
import { weightFrame } from '../../../../../shared/blend/blend-frame.ts';
import { DEEPEST } from '../../../../../shared/blend/patch-weights.ts';
import type { PatchPicture } from './apply-patches.ts';
import { nearestDistances } from '../sent/mask-ring.ts';

/** In the format of `shared/blend/patch-weights.ts`. @param photo its border is no edge */
export async function patchDepths(
  { rect, overlayPath }: PatchPicture,
  photo: Size,
): Promise<Uint8Array> {
  const { size } = weightFrame(rect);
  const alpha = await sharp(overlayPath, { ignoreIcc: true })
    .extractChannel('alpha')
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const scale = rect.width / size.width;
  const reach = Math.floor(DEEPEST / scale) - 1;
  const outside = withBorder(alpha, size, rect, photo);
  const distances = nearestDistances(outside, reach);
  const depths = new Uint8Array(size.width * size.height);
  for (let y = 0, index = 0; y < size.height; y++) {
    const start = (y + 1) * outside.width + 1;
    for (let x = 0; x < size.width; x++, index++) {
      const distance = distances[start + x] ?? 0;
      depths[index] = distance > reach ? DEEPEST : Math.round(distance * scale);
    }
  }
  return depths;
}

/** Returns pixels outside the result, with a border of one more unless the photo ends there. */
function withBorder(alpha: Uint8Array, { width, height }: Size, rect: Rect, photo: Size) {
  const columns = width + 2;
  const pixels = new Uint8Array(columns * (height + 2));
  const isPhotoAbove = rect.y > 0;
  const isPhotoBelow = rect.y + rect.height < photo.height;
  if (isPhotoAbove) pixels.fill(MASK_VALUE.remove, 0, columns);
  if (isPhotoBelow) pixels.fill(MASK_VALUE.remove, columns * (height + 1));
  for (let y = 0; y < height; y++) {
    const start = (y + 1) * columns;
    if (rect.x > 0) pixels[start] = MASK_VALUE.remove;
    if (rect.x + rect.width < photo.width) pixels[start + width + 1] = MASK_VALUE.remove;
    for (let x = 0; x < width; x++) {
      if (alpha[y * width + x] === 0) pixels[start + x + 1] = MASK_VALUE.remove;
    }
  }
  return { pixels, width: columns, height: height + 2 };
}
