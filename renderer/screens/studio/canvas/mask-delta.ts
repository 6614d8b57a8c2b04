/**
 * Stores an edit as flipped bits of the touched rows. Flipping serves undo and redo, and memory
 * follows the touched area.
 */
import { unionRects, type Rect, type Size } from '../../../../shared/geometry/rect.ts';
import type { MaskTileDelta } from '../../../../shared/mask/mask-history.ts';
import { MASK_TILE, wordsOfBits } from '../../../../shared/mask/mask-tiles.ts';
import { bitsOfWords, EMPTY_TILE, fillRow, FULL_TILE, ROW_WORDS } from './mask-tile.ts';

export interface MaskDelta {
  readonly tiles: readonly MaskTileDelta[];
  /** Photo space; contains every flipped pixel. */
  readonly rect: Rect;
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
  const isWhole = before === EMPTY_TILE && after === FULL_TILE;
  if (isWhole || (before === FULL_TILE && after === EMPTY_TILE)) {
    return { column, row, firstRow: 0, bits: FULL_BITS };
  }
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
  return { tiles, rect: tiles.map(touchedRect).reduce(unionRects) };
}

/** Returns photo space; columns are rounded to multiples of 32. */
function touchedRect(tile: MaskTileDelta): Rect {
  const { column, row, firstRow } = tile;
  if (isFullDelta(tile)) return { x: column * SIDE, y: row * SIDE, width: SIDE, height: SIDE };
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
    x: column * SIDE + first * 32,
    y: row * SIDE + firstRow,
    width: (last - first + 1) * 32,
    height: tile.bits.length / ROW_BYTES,
  };
}

/** Clears pixels outside the photo. Returns the same array if there are none. */
export function clipTile(
  column: number,
  row: number,
  words: Uint32Array,
  photo: Size,
): Uint32Array {
  const across = Math.min(SIDE, photo.width - column * SIDE);
  const down = Math.min(SIDE, photo.height - row * SIDE);
  if (across === SIDE && down === SIDE) return words;
  const clipped = words.slice().fill(0, down * ROW_WORDS);
  if (across < SIDE) for (let y = 0; y < down; y++) fillRow(clipped, y, across, SIDE, false);
  return clipped;
}
