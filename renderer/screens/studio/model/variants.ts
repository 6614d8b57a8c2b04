import type { Patch } from '../../../../shared/contract/photos.ts';
import { variantSlotOf, variantSlots } from '../../../../shared/results/variant-slots.ts';

/** Oldest first, including `patch`. */
export function variantsOf(patches: readonly Patch[], patch: Patch): readonly Patch[] {
  return variantSlotOf(patches, patch.id)?.variants ?? [patch];
}

/** Returns the result if visible, else the visible variant at its slot. */
export function shownVariant(
  patches: readonly Patch[],
  patchId: string | undefined,
): Patch | undefined {
  const patch = patches.find(({ id }) => id === patchId);
  if (patch === undefined || patch.state === 'applied') return patch;
  const front = variantSlotOf(patches, patchId)?.front;
  return front?.state === 'applied' ? front : undefined;
}

/** Wraps around. */
export function neighbourVariant(
  variants: readonly Patch[],
  patchId: string,
  direction: 1 | -1,
): Patch | undefined {
  const at = variants.findIndex(({ id }) => id === patchId);
  const { length } = variants;
  return at < 0 ? undefined : variants[(at + direction + length) % length];
}

/** Returns the results that showing or hiding all must change: one variant per slot is shown. */
export function changedByAll(patches: readonly Patch[], isShown: boolean): readonly Patch[] {
  if (!isShown) return patches.filter(({ state }) => state === 'applied');
  return variantSlots(patches)
    .map(({ front }) => front)
    .filter(({ state }) => state === 'hidden');
}

/** Returns the variant to show if this one is deleted; none if it was hidden or the only one. */
export function nextVariant(patches: readonly Patch[], patch: Patch): Patch | undefined {
  const variants = variantsOf(patches, patch);
  if (patch.state === 'hidden' || variants.length < 2) return undefined;
  return neighbourVariant(variants, patch.id, variants.at(-1) === patch ? -1 : 1);
}
