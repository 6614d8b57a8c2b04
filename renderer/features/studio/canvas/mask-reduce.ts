/** A mask tile at a smaller size. DOM-free. */
import { MASK_TILE } from '../../../../shared/mask/mask-tiles.ts';
import { FULL_TILE_PIXELS, wordsOf, type MaskTile } from './mask-tile.ts';

const ROW_WORDS = MASK_TILE.side / 4;
/** One step of alpha, and all of it, in an RGBA word. */
const ALPHA_UNIT = 0x01000000;
const OPAQUE = 0xff000000;

/** Where and in which colour a tile is written. */
export interface ReduceTarget {
  /** RGBA words (little-endian). */
  readonly words: Uint32Array;
  /** Index of the tile's first word, and words from row to row. */
  readonly origin: number;
  readonly stride: number;
  /** The colour as an RGBA word with alpha 0. */
  readonly color: number;
}

/**
 * Writes the tile at 1 / 2^level of its size, (256 / 2^level)² words: alpha = share of painted pixels.
 *
 * @param tile `undefined` when nothing is painted
 */
export function reduceTile(
  tile: Readonly<MaskTile> | undefined,
  level: number,
  target: ReduceTarget,
): void {
  const side = MASK_TILE.side >> level;
  const full = tile?.pixels === FULL_TILE_PIXELS;
  const ground = full ? target.color + OPAQUE : 0;
  for (let row = 0; row < side; row++) {
    const start = target.origin + row * target.stride;
    target.words.fill(ground, start, start + side);
  }
  if (tile === undefined || full) return;
  if (level === 0) copyTile(tile, target);
  else averageTile(tile, level, target);
}

function copyTile(tile: Readonly<MaskTile>, target: ReduceTarget): void {
  const { pixels } = tile;
  const { words, color } = target;
  const painted = color + OPAQUE;
  for (let row = tile.top; row <= tile.bottom; row++) {
    const from = row * MASK_TILE.side;
    const to = target.origin + row * target.stride;
    for (let x = tile.left; x <= tile.right; x++)
      if (pixels[from + x] !== 0) words[to + x] = painted;
  }
}

/** Counts four pixels at a time: each is a byte of 0 or 255, so its lowest bit is enough. */
function averageTile(tile: Readonly<MaskTile>, level: number, target: ReduceTarget): void {
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
      const alpha = Math.floor(count * scale + 0.5);
      if (alpha === 0) continue;
      target.words[target.origin + y * target.stride + x] = target.color + alpha * ALPHA_UNIT;
    }
  }
}
