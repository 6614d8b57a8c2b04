/** A mask tile at a smaller size. DOM-free. */
import { MASK_TILE } from '../../../../shared/mask/mask-tiles.ts';
import type { MaskTile } from './mask-tile.ts';

/**
 * Writes the tile at 1 / 2^level of its size: black, alpha = share of painted pixels.
 *
 * @param into RGBA words (little-endian), zeroed, (256 / 2^level)² of them
 */
export function reduceTile(tile: Readonly<MaskTile>, level: number, into: Uint32Array): void {
  const step = 1 << level;
  const side = MASK_TILE.side >> level;
  const area = step * step;
  const firstX = tile.left >> level;
  const lastX = tile.right >> level;
  const lastY = tile.bottom >> level;
  const { pixels } = tile;
  for (let y = tile.top >> level; y <= lastY; y++) {
    for (let x = firstX; x <= lastX; x++) {
      let sum = 0;
      let start = y * step * MASK_TILE.side + x * step;
      for (let row = 0; row < step; row++) {
        for (let index = start; index < start + step; index++) sum += pixels[index] ?? 0;
        start += MASK_TILE.side;
      }
      into[y * side + x] = (Math.round(sum / area) << 24) >>> 0;
    }
  }
}
