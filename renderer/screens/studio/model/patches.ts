import type { Patch } from '../../../../shared/contract/photos.ts';

/** Adds or replaces a result. @param patches lowest first, by number */
export function withPatch(patches: readonly Patch[], patch: Patch): readonly Patch[] {
  const others = patches.filter(({ id }) => id !== patch.id);
  const above = others.findIndex(({ number }) => number > patch.number);
  return above < 0 ? [...others, patch] : others.toSpliced(above, 0, patch);
}
