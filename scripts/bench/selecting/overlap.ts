/** How well a selection meets the truth. */
import type { SelectedPixels } from '../../../shared/contract/selection.ts';
import type { Size } from '../../../shared/geometry/rect.ts';
import { createMaskReader } from '../../../shared/mask/mask-rows.ts';
import { decodeMaskTiles } from '../../../shared/mask/mask-tiles.ts';

/** Shared pixels over all of both. */
export async function overlap(
  selected: SelectedPixels,
  { width, height, truth }: Size & { readonly truth: Uint8Array },
): Promise<number> {
  const tiles = decodeMaskTiles(new Uint8Array(await selected.tiles.arrayBuffer()));
  const reader = createMaskReader(tiles);
  const row = new Uint8Array(width);
  let both = 0;
  let either = 0;
  for (let y = 0; y < height; y++) {
    reader.read(y, 0, row);
    for (let x = 0; x < width; x++) {
      const [isFound = 0, isTrue = 0] = [row[x], truth[y * width + x]];
      both += isFound & isTrue;
      either += isFound | isTrue;
    }
  }
  return both / either;
}
