/** Mipmaps: each level has half the size of the one before, which avoids flicker and work. */
import type { Size } from '../../../../shared/geometry/rect.ts';

export const LEVELS = {
  /** No further level is made if the longer side is at most this, pixels. */
  smallestSide: 64,
  /** From this zoom (device pixels per photo pixel) pixels are drawn as squares. */
  crispFrom: 2,
  /** Levels closer than this share to the wanted detail are not blended. */
  blendThreshold: 0.08,
} as const;

export function levelCount(size: Size): number {
  let count = 1;
  let side = Math.max(size.width, size.height);
  while (side > LEVELS.smallestSide) {
    side = Math.ceil(side / 2);
    count += 1;
  }
  return count;
}

export function levelSize(size: Size, level: number): Size {
  const share = 2 ** level;
  return {
    width: Math.max(1, Math.ceil(size.width / share)),
    height: Math.max(1, Math.ceil(size.height / share)),
  };
}

/**
 * Picks two levels to blend (trilinear filtering).
 * @param zoom device pixels per photo pixel @param single picks the nearest level alone
 */
export function chooseLevels(zoom: number, count: number, single = false) {
  const detail = Math.min(count - 1, Math.max(0, -Math.log2(zoom)));
  const fine = Math.floor(detail);
  const blend = detail - fine;
  const threshold = single ? 0.5 : LEVELS.blendThreshold;
  if (blend < threshold) return { fine, coarse: fine, blend: 0 };
  if (blend >= 1 - threshold) return { fine: fine + 1, coarse: fine + 1, blend: 0 };
  return { fine, coarse: fine + 1, blend };
}
