import { MASK_TILE } from '../../../../shared/mask/mask-tiles.ts';
import { bitsOfWords, FULL_TILE, type MaskTile } from './mask-tile.ts';

const ROW_BYTES = MASK_TILE.side / 8;
/** One step of alpha in an RGBA word. */
const ALPHA_UNIT = 0x01000000;
const OPAQUE = 0xff000000;

/** Counts set bits, of a byte and of each pair (a byte each, the left one lowest). */
const COUNT_OF_BYTE: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => ones(byte));
const COUNTS_OF_PAIRS: Uint32Array = Uint32Array.from(
  { length: 256 },
  (_, byte) =>
    ones(byte >> 6) +
    ones((byte >> 4) & 3) * 0x100 +
    ones((byte >> 2) & 3) * 0x10000 +
    ones(byte & 3) * 0x1000000,
);

function ones(value: number): number {
  let count = 0;
  for (let rest = value; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

interface ReduceTarget {
  /** RGBA, little-endian. */
  readonly words: Uint32Array;
  /** Index of the tile's first word; words per row. */
  readonly origin: number;
  readonly stride: number;
  /** RGBA word with alpha 0. */
  readonly color: number;
}

/**
 * Downscales by 2^level to (256 / 2^level)² words; alpha is the share of painted pixels.
 * @param tile `undefined` if empty
 */
export function reduceTile(
  tile: Readonly<MaskTile> | undefined,
  level: number,
  target: ReduceTarget,
): void {
  const side = MASK_TILE.side >> level;
  const full = tile?.words === FULL_TILE;
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
  const bits = bitsOfWords(tile.words);
  const { words, color } = target;
  const painted = color + OPAQUE;
  for (let row = tile.top; row <= tile.bottom; row++) {
    const from = row * ROW_BYTES;
    const to = target.origin + row * target.stride;
    for (let index = tile.left >> 3; index <= tile.right >> 3; index++) {
      const byte = bits[from + index] ?? 0;
      if (byte === 0) continue;
      const start = to + index * 8;
      if (byte === 0xff) {
        words.fill(painted, start, start + 8);
        continue;
      }
      for (let bit = 0; bit < 8; bit++) if (byte & (0x80 >> bit)) words[start + bit] = painted;
    }
  }
}

function averageTile(tile: Readonly<MaskTile>, level: number, target: ReduceTarget): void {
  const step = 1 << level;
  const side = MASK_TILE.side >> level;
  const scale = 255 / (step * step);
  const bits = bitsOfWords(tile.words);
  const counts = new Uint16Array(side);
  const first = tile.left >> 3;
  const last = tile.right >> 3;
  for (let y = tile.top >> level; y <= tile.bottom >> level; y++) {
    counts.fill(0);
    for (let row = y << level; row < (y + 1) << level; row++) {
      const start = row * ROW_BYTES;
      for (let index = first; index <= last; index++) {
        const byte = bits[start + index] ?? 0;
        if (byte === 0) continue;
        if (level >= 3) {
          const place = index >> (level - 3);
          counts[place] = (counts[place] ?? 0) + (COUNT_OF_BYTE[byte] ?? 0);
          continue;
        }
        const pairs = COUNTS_OF_PAIRS[byte] ?? 0;
        for (let pair = 0; pair < 4; pair++) {
          const place = level === 1 ? index * 4 + pair : index * 2 + (pair >> 1);
          counts[place] = (counts[place] ?? 0) + ((pairs >>> (pair * 8)) & 0xff);
        }
      }
    }
    for (let x = 0; x < side; x++) {
      const alpha = Math.floor((counts[x] ?? 0) * scale + 0.5);
      if (alpha === 0) continue;
      target.words[target.origin + y * target.stride + x] = target.color + alpha * ALPHA_UNIT;
    }
  }
}
