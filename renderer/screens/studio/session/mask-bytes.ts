import type { Bytes } from '../../../../shared/contract/common.ts';
import { decodeMaskTiles, type PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';

/** @returns the tiles of each, in the same order */
export function readMasks(
  masks: readonly Bytes[],
): Promise<readonly (readonly PackedMaskTile[])[]> {
  return Promise.all(
    masks.map(async (mask) => decodeMaskTiles(new Uint8Array(await mask.arrayBuffer()))),
  );
}
