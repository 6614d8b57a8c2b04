/** How well a selection meets the truth. */
import { outlinedPixels } from '../../../electron/testing/outlined.ts';
import type { SelectedPixels } from '../../../shared/contract/selection.ts';
import type { Size } from '../../../shared/geometry/rect.ts';

/** Shared pixels over all of both, of the thing as it is outlined: without its soft rim. */
export function overlap(
  { outlines }: Pick<SelectedPixels, 'outlines'>,
  { width, height, truth }: Size & { readonly truth: Uint8Array },
): number {
  const found = outlinedPixels(outlines, { width, height });
  let both = 0;
  let either = 0;
  for (const [index, isTrue] of truth.entries()) {
    const isFound = found[index] ?? 0;
    both += isFound & isTrue;
    either += isFound | isTrue;
  }
  return both / either;
}
