/** Variants of the open photo's results: see `shared/results/places.ts`. Pure. */
import type { Patch } from '../../../../shared/contract/photos.ts';
import { placeOf, placesOf } from '../../../../shared/results/places.ts';

/** All results at the place of one, itself included, the oldest first. */
export function variantsOf(patches: readonly Patch[], patch: Patch): readonly Patch[] {
  return placeOf(patches, patch.id)?.variants ?? [patch];
}

/** The result of this id where it is shown, else the variant that is shown in its place. */
export function shownVariant(
  patches: readonly Patch[],
  patchId: string | undefined,
): Patch | undefined {
  const patch = patches.find(({ id }) => id === patchId);
  if (patch === undefined || patch.state === 'applied') return patch;
  const front = placeOf(patches, patchId)?.front;
  return front?.state === 'applied' ? front : undefined;
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

/** The results that showing or hiding everything changes: of a place, one is shown. */
export function changedByAll(patches: readonly Patch[], isShown: boolean): readonly Patch[] {
  if (!isShown) return patches.filter(({ state }) => state === 'applied');
  return placesOf(patches)
    .map(({ front }) => front)
    .filter(({ state }) => state === 'hidden');
}

/** The variant that is shown when this one is deleted; none where it was hidden, or has no other. */
export function heirOf(patches: readonly Patch[], patch: Patch): Patch | undefined {
  const variants = variantsOf(patches, patch);
  if (patch.state === 'hidden' || variants.length < 2) return undefined;
  return neighbourVariant(variants, patch.id, variants.at(-1) === patch ? -1 : 1);
}
