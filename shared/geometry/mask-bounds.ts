/** Finds bounds without unpacking tiles. */
import { MASK_TILE, wordsOfBits, type PackedMaskTile } from '../mask/mask-tiles.ts';
import { rememberedBy } from '../remembered-by.ts';
import type { Rect } from './rect.ts';

const EMPTY: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** @returns photo space; empty if nothing is painted */
export function maskBounds(tiles: readonly PackedMaskTile[]): Rect {
  let left = Infinity;
  let top = Infinity;
  let right = -1;
  let bottom = -1;
  for (const tile of tiles) {
    const bounds = boundsOfTile(tile);
    if (bounds === undefined) continue;
    const { x, y, width, height } = bounds;
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  if (right < 0) return EMPTY;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** @param parts `x` and `width` are multiples of 32 @returns without empty ones */
export function boundsInBits(bits: Uint8Array, parts: readonly Rect[]): readonly Rect[] {
  const words = wordsOfBits(bits);
  return parts.map((part) => boundsOfWords(words, part)).filter((bounds) => bounds !== undefined);
}

export function boundsOfTile({ column, row, bits }: PackedMaskTile): Rect | undefined {
  const bounds = bits === undefined ? undefined : wholeBounds(bits);
  if (bounds === undefined) return undefined;
  const { side } = MASK_TILE;
  return { ...bounds, x: column * side + bounds.x, y: row * side + bounds.y };
}

const wholeBounds = rememberedBy((bits: Uint8Array) => {
  const { side } = MASK_TILE;
  return boundsOfWords(wordsOfBits(bits), { x: 0, y: 0, width: side, height: side });
});

const WORDS_PER_ROW = MASK_TILE.side / 32;

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

/** Goes word by word from the left, because the first ones usually decide. */
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

/** Combines the rows of a word column; the leftmost pixel is the most significant bit. */
function joined(words: Uint32Array, word: number, top: number, bottom: number): number {
  let value = 0;
  for (let index = top * WORDS_PER_ROW + word; index <= bottom * WORDS_PER_ROW + word;) {
    value |= words[index] ?? 0;
    if (value === -1) break; // All 32 are painted.
    index += WORDS_PER_ROW;
  }
  return IS_LITTLE_ENDIAN ? swapBytes(value) : value;
}

/** Tiles store bits in byte order, which may differ from the machine's word order. */
const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

function swapBytes(value: number): number {
  return (
    (value << 24) | ((value & 0xff00) << 8) | ((value >>> 8) & 0xff00) | ((value >>> 24) & 0xff)
  );
}

function trailingZeros(value: number): number {
  return 31 - Math.clz32(value & -value);
}
