/** Lays results over a photo's pixels. Where a result is transparent, no byte of the photo changes. */
import sharp from 'sharp';
import { intersectRects, type Rect } from '../../../shared/geometry/rect.ts';
import type { RawPicture } from './photo-pixels.ts';

/** A result as it lies on disk. */
export interface PatchPicture {
  /** Photo space. */
  readonly rect: Rect;
  /** RGBA PNG of exactly `rect`; alpha is 0 or 255. */
  readonly overlayPath: string;
}

/** An 8-bit number as a 16-bit one: 255 becomes 65535. */
const TO_16_BIT = 257;

/**
 * Changes `picture` in place.
 *
 * @param picture pixels of `region`
 * @param region where `picture` lies, photo space
 * @param patches lowest first
 */
export async function applyPatches(
  picture: RawPicture,
  region: Rect,
  patches: readonly PatchPicture[],
): Promise<void> {
  for (const patch of patches) {
    const shared = intersectRects(region, patch.rect);
    if (shared.width === 0 || shared.height === 0) continue;
    const overlay = await sharp(patch.overlayPath, { ignoreIcc: true })
      .ensureAlpha()
      .raw()
      .toBuffer();
    copyOpaque(picture, region, overlay, patch.rect, shared);
  }
}

function copyOpaque(
  picture: RawPicture,
  region: Rect,
  overlay: Uint8Array,
  overlayRect: Rect,
  shared: Rect,
): void {
  const { data, channels } = picture;
  const factor = picture.depth === 16 ? TO_16_BIT : 1;
  for (let y = shared.y; y < shared.y + shared.height; y++) {
    let from = ((y - overlayRect.y) * overlayRect.width + (shared.x - overlayRect.x)) * 4;
    let to = ((y - region.y) * region.width + (shared.x - region.x)) * channels;
    for (let x = 0; x < shared.width; x++, from += 4, to += channels) {
      if (overlay[from + 3] !== 255) continue;
      data[to] = (overlay[from] ?? 0) * factor;
      data[to + 1] = (overlay[from + 1] ?? 0) * factor;
      data[to + 2] = (overlay[from + 2] ?? 0) * factor;
    }
  }
}
