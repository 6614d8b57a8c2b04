/** Variants: results of one operation at one place, of which one is to be kept. Pure. */
import type { Patch } from '../../../../shared/contract/photos.ts';
import {
  intersectRects,
  rectArea,
  unionRects,
  type Rect,
} from '../../../../shared/geometry/rect.ts';

/** Share that the parts of two variants have in common: a grown mask has a larger part. */
const SAME_PLACE = 0.6;

/** All results at the place of one, itself included, the oldest first. */
export function variantsOf(patches: readonly Patch[], patch: Patch): readonly Patch[] {
  return patches
    .filter((other) => other.operation === patch.operation && isSamePlace(other.rect, patch.rect))
    .toSorted((a, b) => a.number - b.number);
}

/** The variant before or after one; around the end to the other end. */
export function neighbourVariant(
  variants: readonly Patch[],
  patchId: string,
  direction: 1 | -1,
): Patch | undefined {
  const at = variants.findIndex(({ id }) => id === patchId);
  const { length } = variants;
  return at < 0 ? undefined : variants[(at + direction + length) % length];
}

function isSamePlace(a: Rect, b: Rect): boolean {
  return rectArea(intersectRects(a, b)) >= SAME_PLACE * rectArea(unionRects(a, b));
}
