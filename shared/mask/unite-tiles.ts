import type { PackedMaskTile } from './mask-tiles.ts';

/** @param masks each with a tile at most once */
export function uniteTiles(
  masks: readonly (readonly PackedMaskTile[])[],
): readonly PackedMaskTile[] {
  const united = new Map<string, PackedMaskTile>();
  for (const { column, row, bits } of masks.flat()) {
    if (bits === undefined) continue;
    const key = `${column},${row}`;
    const known = united.get(key)?.bits;
    const merged = known?.map((byte, index) => byte | (bits[index] ?? 0)) ?? bits;
    united.set(key, { column, row, bits: merged });
  }
  return [...united.values()];
}
