/**
 * One unpacked tile of the mask and what is known about it. DOM-free; see `shared/mask/mask-tiles.ts`
 * for the packed form.
 */
import { MASK_PAINTED, MASK_TILE } from '../../../../shared/mask/mask-tiles.ts';

/** A tile in memory. Positions within it count pixels from its top left corner. */
export interface MaskTile {
  /** One byte a pixel, 0 or 255. The shared {@link FULL_TILE_PIXELS} when everything is painted. */
  pixels: Uint8Array;
  /** Grows whenever the pixels change, over all tiles: tells a cache that its picture is old. */
  revision: number;
  /** Bounding box of the painted pixels, last row and column included; too large while `boundsLoose`. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** True after erasing: the box may be too large until it is measured. */
  boundsLoose: boolean;
}

const SIDE: number = MASK_TILE.side;
const WORDS_PER_ROW = SIDE / 4;

/** The pixels of every completely painted tile. Never written to: painting copies it first. */
export const FULL_TILE_PIXELS: Uint8Array = new Uint8Array(MASK_TILE.bytes).fill(MASK_PAINTED);

/** The pixels of a tile that is not there. Never written to. */
export const EMPTY_TILE_PIXELS: Uint8Array = new Uint8Array(MASK_TILE.bytes);

export function createTile(pixels: Uint8Array, revision: number): MaskTile {
  return { pixels, revision, left: SIDE, top: SIDE, right: -1, bottom: -1, boundsLoose: false };
}

/** A completely painted tile. */
export function createFullTile(revision: number): MaskTile {
  const last = SIDE - 1;
  const tile = createTile(FULL_TILE_PIXELS, revision);
  return { ...tile, left: 0, top: 0, right: last, bottom: last };
}

/** The pixels as 32-bit words, four pixels each. */
export function wordsOf(pixels: Uint8Array): Uint32Array {
  return new Uint32Array(pixels.buffer, pixels.byteOffset, MASK_TILE.bytes / 4);
}

/** Measures the bounding box again; afterwards `right < left` when nothing is painted. */
export function measureTile(tile: MaskTile): void {
  const words = wordsOf(tile.pixels);
  let left = SIDE;
  let right = -1;
  let top = SIDE;
  let bottom = -1;
  for (let row = 0; row < SIDE; row++) {
    const start = row * WORDS_PER_ROW;
    let first = 0;
    while (first < WORDS_PER_ROW && words[start + first] === 0) first++;
    if (first === WORDS_PER_ROW) continue;
    let last = WORDS_PER_ROW - 1;
    while (words[start + last] === 0) last--;
    if (top === SIDE) top = row;
    bottom = row;
    let from = first * 4;
    while (tile.pixels[row * SIDE + from] === 0) from++;
    let to = last * 4 + 3;
    while (tile.pixels[row * SIDE + to] === 0) to--;
    if (from < left) left = from;
    if (to > right) right = to;
  }
  tile.left = left;
  tile.right = right;
  tile.top = top;
  tile.bottom = bottom;
  tile.boundsLoose = false;
}

/** True when every pixel is painted. Cheap unless the bounding box fills the tile. */
export function isFullTile(tile: MaskTile): boolean {
  if (tile.pixels === FULL_TILE_PIXELS) return true;
  const boxed =
    tile.left === 0 && tile.top === 0 && tile.right === SIDE - 1 && tile.bottom === SIDE - 1;
  if (!boxed) return false;
  const words = wordsOf(tile.pixels);
  for (let index = 0; index < words.length; index++) {
    if (words[index] !== 0xffffffff) return false;
  }
  return true;
}
