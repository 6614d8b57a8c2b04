/** A mask tile at a smaller size. DOM-free. */
import { MASK_TILE } from '../../../../shared/mask/mask-tiles.ts';
import { wordsOf, type MaskTile } from './mask-tile.ts';

const ROW_WORDS = MASK_TILE.side / 4;

/**
 * Writes the tile at 1 / 2^level of its size: black, alpha = share of painted pixels.
 *
 * @param into RGBA words (little-endian), zeroed, (256 / 2^level)² of them
 */
export function reduceTile(tile: Readonly<MaskTile>, level: number, into: Uint32Array): void {
  if (level === 0) copyTile(tile, into);
  else averageTile(tile, level, into);
}

function copyTile(tile: Readonly<MaskTile>, into: Uint32Array): void {
  const { pixels } = tile;
  for (let row = tile.top; row <= tile.bottom; row++) {
    const end = row * MASK_TILE.side + tile.right;
    for (let index = row * MASK_TILE.side + tile.left; index <= end; index++) {
      if (pixels[index] !== 0) into[index] = 0xff000000;
    }
  }
}

/** Counts four pixels at a time: each is a byte of 0 or 255, so its lowest bit is enough. */
function averageTile(tile: Readonly<MaskTile>, level: number, into: Uint32Array): void {
  const step = 1 << level;
  const side = MASK_TILE.side >> level;
  const scale = 255 / (step * step);
  const words = wordsOf(tile.pixels);
  const counts = new Uint16Array(side);
  // Words (four pixels) to results: two each at level 1, else one for several.
  const shift = level - 2;
  const firstWord = tile.left >> 2;
  const lastWord = tile.right >> 2;
  for (let y = tile.top >> level; y <= tile.bottom >> level; y++) {
    counts.fill(0);
    for (let row = y << level; row < (y + 1) << level; row++) {
      const start = row * ROW_WORDS;
      for (let index = firstWord; index <= lastWord; index++) {
        const word = words[start + index] ?? 0;
        if (word === 0) continue;
        const ones = word & 0x01010101;
        if (level === 1) {
          const place = index * 2;
          counts[place] = (counts[place] ?? 0) + (ones & 1) + ((ones >>> 8) & 1);
          counts[place + 1] = (counts[place + 1] ?? 0) + ((ones >>> 16) & 1) + (ones >>> 24);
        } else {
          const place = index >> shift;
          counts[place] = (counts[place] ?? 0) + (Math.imul(ones, 0x01010101) >>> 24);
        }
      }
    }
    for (let x = 0; x < side; x++) {
      const count = counts[x] ?? 0;
      if (count > 0) into[y * side + x] = ((count * scale + 0.5) << 24) >>> 0;
    }
  }
}
