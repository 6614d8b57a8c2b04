/**
 * Stores an edit as flipped bits of the touched rows. Flipping serves undo and redo, and memory
 * follows the touched area.
 */
import { unionRects, type Rect, type Size } from '../../../../shared/geometry/rect.ts';
import type { MaskTileDelta } from '../../../../shared/mask/mask-history.ts';
import { MASK_TILE, wordsOfBits } from '../../../../shared/mask/mask-tiles.ts';
import { bitsOfWords, FULL_TILE, ROW_WORDS } from './mask-tile.ts';

export interface MaskDelta {
  readonly tiles: readonly MaskTileDelta[];
  /** Photo space; contains every flipped pixel. */
  readonly rect: Rect;
  /** Bytes held. */
  readonly bytes: number;
}

const SIDE = MASK_TILE.side;
const ROW_BYTES = SIDE / 8;

/** Shared by all fully flipped tiles. Never written to. */
const FULL_BITS: Uint8Array = bitsOfWords(FULL_TILE);

/** Returns `undefined` if both are equal. */
export function diffTile(
  column: number,
  row: number,
  before: Uint32Array,
  after: Uint32Array,
): MaskTileDelta | undefined {
  let first = 0;
  while (first < before.length && before[first] === after[first]) first++;
  if (first === before.length) return undefined;
  let last = before.length - 1;
  while (before[last] === after[last]) last--;
  const firstRow = Math.floor(first / ROW_WORDS);
  const start = firstRow * ROW_WORDS;
  const end = (Math.floor(last / ROW_WORDS) + 1) * ROW_WORDS;
  const flipped = new Uint32Array(end - start);
  let all = 0xffffffff;
  for (let index = start; index < end; index++) {
    const word = (before[index] ?? 0) ^ (after[index] ?? 0);
    flipped[index - start] = word;
    all &= word;
  }
  const isFull = flipped.length === before.length && all >>> 0 === 0xffffffff;
  return { column, row, firstRow, bits: isFull ? FULL_BITS : bitsOfWords(flipped) };
}

/** Compares identity, not bits. */
export function isFullDelta(delta: MaskTileDelta): boolean {
  return delta.bits === FULL_BITS;
}

/** Returns a copy. */
export function flipTile(words: Uint32Array, delta: MaskTileDelta): Uint32Array {
  const flipped = words.slice();
  const bits = wordsOfBits(delta.bits);
  const start = delta.firstRow * ROW_WORDS;
  for (let index = 0; index < bits.length; index++) {
    flipped[start + index] = (flipped[start + index] ?? 0) ^ (bits[index] ?? 0);
  }
  return flipped;
}

/** Returns `undefined` without tiles. */
export function maskDelta(tiles: readonly MaskTileDelta[]): MaskDelta | undefined {
  if (tiles.length === 0) return undefined;
  let rect: Rect = { x: 0, y: 0, width: 0, height: 0 };
  let bytes = 0;
  for (const tile of tiles) {
    rect = unionRects(rect, touchedRect(tile));
    if (!isFullDelta(tile)) bytes += tile.bits.byteLength;
  }
  return { tiles, rect, bytes };
}

/** Returns photo space; columns are rounded to multiples of 32. */
function touchedRect(tile: MaskTileDelta): Rect {
  const words = wordsOfBits(tile.bits);
  let first = ROW_WORDS;
  let last = -1;
  for (let index = 0; index < words.length; index++) {
    if (words[index] === 0) continue;
    const place = index % ROW_WORDS;
    if (place < first) first = place;
    if (place > last) last = place;
  }
  return {
    x: tile.column * SIDE + first * 32,
    y: tile.row * SIDE + tile.firstRow,
    width: (last - first + 1) * 32,
    height: tile.bits.length / ROW_BYTES,
  };
}

/** Clears bits outside the photo. Returns the same array if there are none. */
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
