/** The list of a photo's results. */
import type { Patch } from '../../../../shared/contract/photos.ts';

/**
 * The list with one more, or with a newer one in place of the same.
 *
 * @param patches lowest first: in the order of their numbers
 */
export function withPatch(patches: readonly Patch[], patch: Patch): readonly Patch[] {
  const others = patches.filter(({ id }) => id !== patch.id);
  const above = others.findIndex(({ number }) => number > patch.number);
  return above < 0 ? [...others, patch] : others.toSpliced(above, 0, patch);
}
