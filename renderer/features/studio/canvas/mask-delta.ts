/**
 * What an edit changed in the mask, as the pixels that flipped: one bit each, and only the rows that
 * were touched. Flipping them again takes the edit back, flipping once more repeats it, so one copy
 * serves both, and memory follows what was touched. DOM-free.
 */
import { unionRects, type Rect, type Size } from '../../../../shared/geometry/rect.ts';
import { MASK_TILE } from '../../../../shared/mask/mask-tiles.ts';
import { EMPTY_TILE_PIXELS, FULL_TILE_PIXELS, wordsOf } from './mask-tile.ts';

/** The flipped pixels of one tile: whole rows of 32 bytes, starting at `firstRow` of the tile. */
export interface TileDelta {
  readonly column: number;
  readonly row: number;
  readonly firstRow: number;
  /** One bit a pixel, the most significant first. */
  readonly bits: Uint8Array;
}

/** An edit of the mask. */
export interface MaskDelta {
  readonly tiles: readonly TileDelta[];
  /** Photo space; holds every pixel that flipped. */
  readonly rect: Rect;
  /** Memory held, in bytes. */
  readonly bytes: number;
}

const SIDE = MASK_TILE.side;
const ROW_BYTES = SIDE / 8;
const ROW_WORDS = SIDE / 4;

/** What differs between two states of a tile (`undefined` = nothing painted); `undefined` when nothing does. */
export function diffTile(
  column: number,
  row: number,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
): TileDelta | undefined {
  const a = wordsOf(before ?? EMPTY_TILE_PIXELS);
  const b = wordsOf(after ?? EMPTY_TILE_PIXELS);
  let first = 0;
  while (first < a.length && a[first] === b[first]) first++;
  if (first === a.length) return undefined;
  let last = a.length - 1;
  while (a[last] === b[last]) last--;
  const firstRow = Math.floor(first / ROW_WORDS);
  const lastRow = Math.floor(last / ROW_WORDS);
  const bits = new Uint8Array((lastRow - firstRow + 1) * ROW_BYTES);
  let word = firstRow * ROW_WORDS;
  for (let index = 0; index < bits.length; index++, word += 2) {
    const high = (a[word] ?? 0) ^ (b[word] ?? 0);
    const low = (a[word + 1] ?? 0) ^ (b[word + 1] ?? 0);
    if ((high | low) !== 0) bits[index] = (nibble(high) << 4) | nibble(low);
  }
  return { column, row, firstRow, bits };
}

/** The bits of every completely painted tile; never written to, and held only once. */
const FULL_TILE_BITS: Uint8Array = new Uint8Array(MASK_TILE.packedBytes).fill(0xff);

/** True when the delta flips the whole tile, known without looking at its bits. */
export function isFullDelta(delta: TileDelta): boolean {
  return delta.bits === FULL_TILE_BITS;
}

/** An unpacked tile packed, one bit a pixel. */
export function packPixels(pixels: Uint8Array): Uint8Array {
  if (pixels === FULL_TILE_PIXELS) return FULL_TILE_BITS;
  const words = wordsOf(pixels);
  const bits = new Uint8Array(MASK_TILE.packedBytes);
  for (let index = 0; index < bits.length; index++) {
    const high = words[index * 2] ?? 0;
    const low = words[index * 2 + 1] ?? 0;
    if ((high | low) !== 0) bits[index] = (nibble(high) << 4) | nibble(low);
  }
  return bits;
}

/** Four pixels of 0 or 255 in a little-endian word → four bits, the leftmost pixel first. */
function nibble(word: number): number {
  return (word & 8) | ((word >>> 8) & 4) | ((word >>> 16) & 2) | ((word >>> 24) & 1);
}

/** The packed bits of a whole tile as a delta; `undefined` when no bit is set. */
export function deltaOfBits(column: number, row: number, bits: Uint8Array): TileDelta | undefined {
  if (bits === FULL_TILE_BITS) return { column, row, firstRow: 0, bits };
  let first = 0;
  while (first < bits.length && bits[first] === 0) first++;
  if (first === bits.length) return undefined;
  let last = bits.length - 1;
  while (bits[last] === 0) last--;
  const firstRow = Math.floor(first / ROW_BYTES);
  const lastRow = Math.floor(last / ROW_BYTES);
  return {
    column,
    row,
    firstRow,
    bits: bits.slice(firstRow * ROW_BYTES, (lastRow + 1) * ROW_BYTES),
  };
}

/** Four bits, the leftmost pixel first → four pixels of 0 or 255 in a little-endian word. */
const WORD_OF_NIBBLE: readonly number[] = Array.from(
  { length: 16 },
  (_, bits) =>
    ((bits & 8 ? 0xff : 0) |
      (bits & 4 ? 0xff00 : 0) |
      (bits & 2 ? 0xff0000 : 0) |
      (bits & 1 ? 0xff000000 : 0)) >>>
    0,
);

/** Flips the delta's pixels in an unpacked tile. */
export function flipPixels(pixels: Uint8Array, delta: TileDelta): void {
  const words = wordsOf(pixels);
  let word = delta.firstRow * ROW_WORDS;
  for (let index = 0; index < delta.bits.length; index++, word += 2) {
    const byte = delta.bits[index] ?? 0;
    if (byte === 0) continue;
    words[word] = (words[word] ?? 0) ^ (WORD_OF_NIBBLE[byte >> 4] ?? 0);
    words[word + 1] = (words[word + 1] ?? 0) ^ (WORD_OF_NIBBLE[byte & 15] ?? 0);
  }
}

/** Puts tile deltas together; `undefined` when there are none. */
export function maskDelta(tiles: readonly TileDelta[]): MaskDelta | undefined {
  if (tiles.length === 0) return undefined;
  let rect: Rect = { x: 0, y: 0, width: 0, height: 0 };
  let bytes = 0;
  for (const tile of tiles) {
    rect = unionRects(rect, touchedRect(tile));
    if (!isFullDelta(tile)) bytes += tile.bits.byteLength;
  }
  return { tiles, rect, bytes };
}

/** The touched rows and columns (to the next multiple of 8) in photo space. */
function touchedRect(tile: TileDelta): Rect {
  if (isFullDelta(tile)) {
    return { x: tile.column * SIDE, y: tile.row * SIDE, width: SIDE, height: SIDE };
  }
  let first = ROW_BYTES;
  let last = -1;
  for (let index = 0; index < tile.bits.length; index++) {
    if (tile.bits[index] === 0) continue;
    const place = index % ROW_BYTES;
    if (place < first) first = place;
    if (place > last) last = place;
  }
  return {
    x: tile.column * SIDE + first * 8,
    y: tile.row * SIDE + tile.firstRow,
    width: (last - first + 1) * 8,
    height: tile.bits.length / ROW_BYTES,
  };
}

/** Clears the bits of a packed tile that lie outside the photo; returns the same array when none do. */
export function clipBits(column: number, row: number, bits: Uint8Array, photo: Size): Uint8Array {
  const across = Math.min(SIDE, photo.width - column * SIDE);
  const down = Math.min(SIDE, photo.height - row * SIDE);
  if (across === SIDE && down === SIDE) return bits;
  const clipped = new Uint8Array(bits.length);
  if (across <= 0) return clipped;
  for (let y = 0; y < down; y++) {
    const start = y * ROW_BYTES;
    const whole = across >> 3;
    clipped.set(bits.subarray(start, start + whole), start);
    if (whole < ROW_BYTES) {
      clipped[start + whole] = (bits[start + whole] ?? 0) & (0xff00 >> (across & 7)) & 0xff;
    }
  }
  return clipped;
}
