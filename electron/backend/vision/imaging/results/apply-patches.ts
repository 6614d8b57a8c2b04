/** Transparent pixels change no byte, opaque ones replace the photo, others are rounded once. */
import sharp from 'sharp';
import { intersectRects, type Rect } from '../../../../../shared/geometry/rect.ts';
import type { RawPicture } from '../reading/photo-pixels.ts';

export interface PatchPicture {
  /** Photo space. */
  readonly rect: Rect;
  /** RGBA PNG of exactly `rect`, straight alpha. */
  readonly overlayPath: string;
}

/** Factor that maps 255 to 65535. */
const TO_16_BIT = 257;

/** @param picture pixels of `region`, modified in place @param patches lowest first */
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
    blend(picture, region, overlay, patch.rect, shared);
  }
}

function blend(
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
      const alpha = overlay[from + 3] ?? 0;
      if (alpha === 0) continue;
      for (let channel = 0; channel < 3; channel++) {
        const result = (overlay[from + channel] ?? 0) * factor;
        const below = data[to + channel] ?? 0;
        // At most 65,535 × 255 + 127: exact, and exactly `result` at alpha 255.
        data[to + channel] = Math.floor((result * alpha + below * (255 - alpha) + 127) / 255);
      }
    }
  }
}
