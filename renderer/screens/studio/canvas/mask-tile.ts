/**
 * One bit per pixel as in `shared/mask/mask-tiles.ts`, read as 32-bit words. Bytes are MSB first
 * and words little-endian, so pixel `x` is bit `(x & 24) | (7 - (x & 7))`.
 */
import { MASK_TILE } from '../../../../shared/mask/mask-tiles.ts';

/** Positions count pixels from the tile's top left corner. */
export interface MaskTile {
  /** {@link TILE_WORDS} words, row by row; {@link FULL_TILE} if fully painted. */
  words: Uint32Array;
  /** Grows with each change across all tiles, to invalidate caches. */
  revision: number;
  /** Bounding box, inclusive; may be too large while `boundsLoose`. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Set by erasing until the box is measured again. */
  boundsLoose: boolean;
}

const SIDE: number = MASK_TILE.side;

export const ROW_WORDS: number = SIDE / 32;
export const TILE_WORDS: number = SIDE * ROW_WORDS;

const ALL = 0xffffffff;

/** Shared by all full tiles. Never written to: painting copies it first. */
export const FULL_TILE: Uint32Array = new Uint32Array(TILE_WORDS).fill(ALL);

/** Stands for a missing tile. Never written to. */
export const EMPTY_TILE: Uint32Array = new Uint32Array(TILE_WORDS);

/** Bit of each pixel in its word. */
const BIT: readonly number[] = Array.from(
  { length: 32 },
  (_, pixel) => (1 << ((pixel & 24) | (7 - (pixel & 7)))) >>> 0,
);

/** Index n: the pixels from n on. */
const FROM: Uint32Array = Uint32Array.from({ length: 33 }, (_, first) =>
  BIT.slice(first).reduce((word, bit) => (word | bit) >>> 0, 0),
);

export function createTile(words: Uint32Array, revision: number): MaskTile {
  return { words, revision, left: SIDE, top: SIDE, right: -1, bottom: -1, boundsLoose: false };
}

export function createFullTile(revision: number): MaskTile {
  const last = SIDE - 1;
  const tile = createTile(FULL_TILE, revision);
  return { ...tile, left: 0, top: 0, right: last, bottom: last };
}

/** Views words as packed bits without a copy. */
export function bitsOfWords(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

/** @param right exclusive */
export function fillRow(
  words: Uint32Array,
  row: number,
  left: number,
  right: number,
  isPainted: boolean,
): void {
  const start = row * ROW_WORDS;
  const first = start + (left >> 5);
  const last = start + ((right - 1) >> 5);
  const head = FROM[left & 31] ?? 0;
  const tail = ~(FROM[((right - 1) & 31) + 1] ?? 0);
  if (first === last) return mix(words, first, head & tail, isPainted);
  mix(words, first, head, isPainted);
  for (let index = first + 1; index < last; index++) words[index] = isPainted ? ALL : 0;
  mix(words, last, tail, isPainted);
}

function mix(words: Uint32Array, index: number, mask: number, isPainted: boolean): void {
  const word = words[index] ?? 0;
  words[index] = isPainted ? word | mask : word & ~mask;
}

/** Measures the bounding box; `right < left` if the tile is empty. */
export function measureTile(tile: MaskTile): void {
  const { words } = tile;
  /** Union of all rows. */
  const across = new Uint32Array(ROW_WORDS);
  let top = SIDE;
  let bottom = -1;
  for (let row = 0, index = 0; row < SIDE; row++) {
    let any = 0;
    for (let column = 0; column < ROW_WORDS; column++, index++) {
      const word = words[index] ?? 0;
      any |= word;
      across[column] = (across[column] ?? 0) | word;
    }
    if (any === 0) continue;
    if (top === SIDE) top = row;
    bottom = row;
  }
  const bytes = bitsOfWords(across);
  const left = bytes.findIndex((byte) => byte !== 0);
  const right = bytes.findLastIndex((byte) => byte !== 0);
  tile.left = left < 0 ? SIDE : left * 8 + Math.clz32(bytes[left] ?? 0) - 24;
  tile.right = right < 0 ? -1 : right * 8 + 7 - trailingZeros(bytes[right] ?? 0);
  tile.top = top;
  tile.bottom = bottom;
  tile.boundsLoose = false;
}

function trailingZeros(byte: number): number {
  return 31 - Math.clz32(byte & -byte);
}

/** Fast unless the bounding box fills the tile. */
export function isFullTile(tile: MaskTile): boolean {
  if (tile.words === FULL_TILE) return true;
  const boxed =
    tile.left === 0 && tile.top === 0 && tile.right === SIDE - 1 && tile.bottom === SIDE - 1;
  return boxed && tile.words.every((word) => word === ALL);
}
