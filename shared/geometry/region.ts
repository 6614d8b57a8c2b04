/** Plans a region with enough surroundings to continue, within the service's limits. */
import { LIMITS } from '../api/limits.ts';
import { AppError } from '../errors/app-error.ts';
import { isEmptyRect, rectArea, type Rect, type Size } from './rect.ts';

/** Photo pixels. */
export const REGION = {
  /** Least padding on each side: the fill needs something to continue. */
  minPadding: 96,
  /** Least padding as a fraction of the painted box's longer side, so that large holes get more. */
  paddingShare: 0.5,
  /** Smaller crops are grown to this side, because models work poorly on tiny pictures. */
  minSide: 512,
  maxPixels: LIMITS.cleanup.maxPixels,
  /** Above this area, the thickness of the paint sets the padding: a long line needs little. */
  largePixels: 4_000_000,
  /** Largest ratio of length to thickness that counts. */
  mostLength: 4,
} as const;

/**
 * @param painted inside the photo, photo space
 * @param thickness average across the longer side; default: that of a full box
 * @returns photo space; padding shrinks to stay within `REGION.maxPixels`
 * @throws AppError `empty-mask`, `too-large` if the painted box alone exceeds the limit
 */
export function planRegion(painted: Rect, photo: Size, thickness: number = Infinity): Rect {
  if (isEmptyRect(painted)) {
    throw new AppError(
      'empty-mask',
      'Nothing is painted yet. Paint over the parts to remove, then run the clean-up.',
    );
  }
  if (rectArea(painted) > REGION.maxPixels) {
    throw new AppError(
      'too-large',
      `The painted area is ${megapixels(painted)} megapixels. One clean-up takes up to 16. Paint and clean up one part at a time.`,
      { details: { width: painted.width, height: painted.height } },
    );
  }
  const longer = Math.max(painted.width, painted.height);
  const usual = pad(painted, photo, largestPadding(painted, photo, paddingOf(longer)));
  if (rectArea(usual) <= REGION.largePixels) return usual;
  const length = Math.min(longer, thickness * REGION.mostLength);
  return pad(painted, photo, largestPadding(painted, photo, paddingOf(length)));
}

function paddingOf(length: number): number {
  return Math.max(REGION.minPadding, Math.ceil(length * REGION.paddingShare));
}

/** Returns the largest padding up to `wanted` within the pixel limit. */
function largestPadding(painted: Rect, photo: Size, wanted: number): number {
  let low = 0;
  let high = wanted;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (rectArea(pad(painted, photo, middle)) <= REGION.maxPixels) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** @param painted photo space, inside the photo */
export function fitsOneCall(painted: Rect, photo: Size): boolean {
  return rectArea(pad(painted, photo, REGION.minPadding)) <= REGION.maxPixels;
}

function pad(painted: Rect, photo: Size, padding: number): Rect {
  const across = padSpan(painted.x, painted.width, photo.width, padding);
  const down = padSpan(painted.y, painted.height, photo.height, padding);
  return { x: across.start, y: down.start, width: across.length, height: down.length };
}

/** Shifts a span at the border inside instead of cropping it. */
function padSpan(start: number, length: number, limit: number, padding: number) {
  const least = padding === 0 ? length : REGION.minSide;
  const wanted = Math.min(limit, Math.max(length + 2 * padding, least));
  const before = Math.floor((wanted - length) / 2);
  return { start: Math.min(Math.max(0, start - before), limit - wanted), length: wanted };
}

export function megapixels(rect: Rect): string {
  return (rectArea(rect) / 1_000_000).toFixed(1);
}
