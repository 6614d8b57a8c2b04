/**
 * The part of a photo that is sent for a mask. The service sees a crop with enough surroundings to
 * continue them, never more than its limits allow, and a photo of any size can be worked on.
 */
import { LIMITS } from '../api/limits.ts';
import { AppError } from '../errors/app-error.ts';
import { isEmptyRect, rectArea, type Rect, type Size } from './rect.ts';

/** Rules for placing a region around the painted area. All in photo pixels. */
export const REGION = {
  /** Least surroundings on each side: the fill needs something to continue. */
  minPadding: 96,
  /** … and at least this share of the painted box's longer side, so that large holes get more. */
  paddingShare: 0.5,
  /** Smaller crops are grown to this side: models work poorly on tiny pictures. */
  minSide: 512,
  /** The limit of one clean-up. */
  maxPixels: LIMITS.cleanup.maxPixels,
  /** Above this number of pixels, the thickness of the paint sets the surroundings: a long line needs few. */
  largePixels: 4_000_000,
  /** A painted box counts as at most this many times as long as it is thick. */
  mostLength: 4,
} as const;

/**
 * The region to send for a painted area.
 *
 * @param painted bounding box of the mask, photo space, inside the photo
 * @param photo size of the photo
 * @param thickness of what is painted, on average across its longer side; that of a full box unless given
 * @returns a rectangle in photo space that holds `painted`, lies inside the photo and has at most
 *   `REGION.maxPixels`; padding is given up before the limit is passed
 * @throws AppError `empty-mask` when nothing is painted, `too-large` when the painted box alone
 *   passes the limit
 */
export function planRegion(painted: Rect, photo: Size, thickness: number = Infinity): Rect {
  if (isEmptyRect(painted)) {
    throw new AppError({
      kind: 'empty-mask',
      message: 'Nothing is painted yet. Paint over the parts to remove, then run the clean-up.',
    });
  }
  if (rectArea(painted) > REGION.maxPixels) {
    throw new AppError({
      kind: 'too-large',
      message: `The painted area is ${megapixels(painted)} megapixels. One clean-up takes up to 16. Paint and clean up one part at a time.`,
      details: { width: painted.width, height: painted.height },
    });
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

/** The largest padding up to `wanted` whose region stays within the pixel limit (it grows with the padding). */
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

/**
 * True when one call takes this painted box with the least surroundings.
 *
 * @param painted photo space, inside the photo
 */
export function fitsOneCall(painted: Rect, photo: Size): boolean {
  return rectArea(pad(painted, photo, REGION.minPadding)) <= REGION.maxPixels;
}

function pad(painted: Rect, photo: Size, padding: number): Rect {
  const across = padSpan(painted.x, painted.width, photo.width, padding);
  const down = padSpan(painted.y, painted.height, photo.height, padding);
  return { x: across.start, y: down.start, width: across.length, height: down.length };
}

/** One axis: padded, grown to the least side, then shifted inside instead of being cut off. */
function padSpan(start: number, length: number, limit: number, padding: number) {
  const least = padding === 0 ? length : REGION.minSide;
  const wanted = Math.min(limit, Math.max(length + 2 * padding, least));
  const before = Math.floor((wanted - length) / 2);
  return { start: Math.min(Math.max(0, start - before), limit - wanted), length: wanted };
}

/** Megapixels of a rectangle with one decimal, for sentences. */
export function megapixels(rect: Rect): string {
  return (rectArea(rect) / 1_000_000).toFixed(1);
}
