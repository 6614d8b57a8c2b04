/** Where a mask of tiles is painted, found in its bits without unpacking them. */
import { MASK_TILE, type PackedMaskTile } from '../mask/mask-tiles.ts';
import type { Rect } from './rect.ts';

/** Nothing. */
const EMPTY: Rect = { x: 0, y: 0, width: 0, height: 0 };

/**
 * The smallest rectangle around all painted pixels.
 *
 * @returns photo space; an empty rectangle when nothing is painted
 */
export function maskBounds(tiles: readonly PackedMaskTile[]): Rect {
  const whole = [{ x: 0, y: 0, width: MASK_TILE.side, height: MASK_TILE.side }];
  let left = Infinity;
  let top = Infinity;
  let right = -1;
  let bottom = -1;
  for (const tile of tiles) {
    for (const { x, y, width, height } of boundsInTile(tile, whole)) {
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x + width);
      bottom = Math.max(bottom, y + height);
    }
  }
  if (right < 0) return EMPTY;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The painted bounds within each of these parts of a tile; parts without a painted pixel are left out.
 *
 * @param parts within the tile, from its corner; `x` and `width` are multiples of 32
 * @returns photo space, in the order of `parts`
 */
export function boundsInTile(tile: PackedMaskTile, parts: readonly Rect[]): readonly Rect[] {
  if (tile.bits === undefined) return [];
  const words = wordsOf(tile.bits);
  const originX = tile.column * MASK_TILE.side;
  const originY = tile.row * MASK_TILE.side;
  const found: Rect[] = [];
  for (const part of parts) {
    const bounds = boundsOfWords(words, part);
    if (bounds === undefined) continue;
    found.push({ ...bounds, x: originX + bounds.x, y: originY + bounds.y });
  }
  return found;
}

const WORDS_PER_ROW = MASK_TILE.side / 32;

/** 32 pixels at a time; a copy where the bits do not lie at such a boundary. */
function wordsOf(bits: Uint8Array): Uint32Array {
  const isAligned = bits.byteOffset % 4 === 0;
  const { buffer, byteOffset } = isAligned ? bits : bits.slice();
  return new Uint32Array(buffer, byteOffset, MASK_TILE.packedBytes / 4);
}

function boundsOfWords(words: Uint32Array, part: Rect): Rect | undefined {
  const first = part.x / 32;
  const end = first + part.width / 32;
  const isPainted = (y: number): boolean => {
    for (let word = y * WORDS_PER_ROW + first; word < y * WORDS_PER_ROW + end; word++) {
      if (words[word] !== 0) return true;
    }
    return false;
  };
  let top = part.y;
  let bottom = part.y + part.height - 1;
  while (top <= bottom && !isPainted(top)) top++;
  if (top > bottom) return undefined;
  while (!isPainted(bottom)) bottom--;
  const left = firstColumn(words, first, end, top, bottom);
  const right = lastColumn(words, first, end, top, bottom);
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Word by word from the left: mostly the first ones decide. */
function firstColumn(words: Uint32Array, first: number, end: number, top: number, bottom: number) {
  for (let word = first; word < end; word++) {
    const value = joined(words, word, top, bottom);
    if (value !== 0) return word * 32 + Math.clz32(value);
  }
  return end * 32;
}

function lastColumn(words: Uint32Array, first: number, end: number, top: number, bottom: number) {
  for (let word = end - 1; word >= first; word--) {
    const value = joined(words, word, top, bottom);
    if (value !== 0) return word * 32 + 31 - trailingZeros(value);
  }
  return first * 32 - 1;
}

/** The columns that are painted in any of these rows, the leftmost in the most significant bit. */
function joined(words: Uint32Array, word: number, top: number, bottom: number): number {
  let value = 0;
  for (let index = top * WORDS_PER_ROW + word; index <= bottom * WORDS_PER_ROW + word;) {
    value |= words[index] ?? 0;
    if (value === -1) break; // all 32 are
    index += WORDS_PER_ROW;
  }
  return IS_LITTLE_ENDIAN ? swapBytes(value) : value;
}

/** The bits of a tile are in the order of bytes; the machine may have another within a word. */
const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

function swapBytes(value: number): number {
  return (
    (value << 24) | ((value & 0xff00) << 8) | ((value >>> 8) & 0xff00) | ((value >>> 24) & 0xff)
  );
}

function trailingZeros(value: number): number {
  return 31 - Math.clz32(value & -value);
}
