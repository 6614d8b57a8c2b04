/**
 * Levels of detail of a picture: level 0 is the picture itself, each further one half as wide and
 * high. Drawing takes the level that fits the zoom, so that a picture seen small neither flickers
 * nor costs as much as at full size. DOM-free.
 */
import type { Size } from '../../../../shared/geometry/rect.ts';

export const LEVELS = {
  /** No further level is made when the longer side is at most this many pixels. */
  smallestSide: 64,
  /** From this zoom on (device pixels per photo pixel) pixels are shown as squares. */
  crispFrom: 2,
  /** Levels closer than this share to the wanted detail are drawn alone, not blended with the next. */
  blendThreshold: 0.08,
} as const;

/** How many levels a picture has, the full size included. */
export function levelCount(size: Size): number {
  let count = 1;
  let side = Math.max(size.width, size.height);
  while (side > LEVELS.smallestSide) {
    side = Math.ceil(side / 2);
    count += 1;
  }
  return count;
}

/** Size of one level in its own pixels. */
export function levelSize(size: Size, level: number): Size {
  const share = 2 ** level;
  return {
    width: Math.max(1, Math.ceil(size.width / share)),
    height: Math.max(1, Math.ceil(size.height / share)),
  };
}

/** Which levels to draw: `fine` opaque, then `coarse` over it with the opacity `blend`. */
export interface LevelChoice {
  readonly fine: number;
  readonly coarse: number;
  /** 0 … 1; 0 when `fine` is drawn alone. */
  readonly blend: number;
}

/**
 * The levels for a zoom. Between two levels both are blended, so that detail comes and goes smoothly
 * while zooming (trilinear filtering).
 *
 * @param zoom device pixels per photo pixel
 * @param count levels the picture has
 * @param single the nearest level alone
 */
export function chooseLevels(zoom: number, count: number, single = false): LevelChoice {
  const detail = Math.min(count - 1, Math.max(0, -Math.log2(zoom)));
  const fine = Math.floor(detail);
  const blend = detail - fine;
  const threshold = single ? 0.5 : LEVELS.blendThreshold;
  if (blend < threshold) return { fine, coarse: fine, blend: 0 };
  if (blend >= 1 - threshold) return { fine: fine + 1, coarse: fine + 1, blend: 0 };
  return { fine, coarse: fine + 1, blend };
}
