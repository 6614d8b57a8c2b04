/** Fills pixel rows of the sparse mask and remembers the original tiles. */
import { MASK_TILE } from '../../../../shared/mask/mask-tiles.ts';
import { createTile, fillRow, FULL_TILE, TILE_WORDS, type MaskTile } from './mask-tile.ts';

const SIDE = MASK_TILE.side;
/** Tile keys are row × this + column. */
export const KEY_STRIDE = 65_536;

/** @returns column and row in tiles */
export function tilePosition(key: number): { readonly column: number; readonly row: number } {
  return { column: key % KEY_STRIDE, row: Math.floor(key / KEY_STRIDE) };
}

/** @param tiles by key; modified here @param before original tiles; `undefined` for new ones */
export function createMaskFiller(
  tiles: Map<number, MaskTile>,
  before: Map<number, Uint32Array | undefined>,
) {
  let revision = 0;

  function writable(key: number): MaskTile {
    const tile = tiles.get(key);
    if (tile === undefined) {
      if (!before.has(key)) before.set(key, undefined);
      const created = createTile(new Uint32Array(TILE_WORDS), 0);
      tiles.set(key, created);
      return created;
    }
    if (!before.has(key)) {
      before.set(key, tile.words);
      tile.words = tile.words.slice();
    }
    return tile;
  }

  /** Caches one row of tiles by column: a piece fills hundreds of rows in few tiles. */
  const atHand: (MaskTile | undefined)[] = [];
  let rowAtHand = -1;

  /** Call before each piece of a stroke, since tiles may have changed. */
  function begin(next: number): void {
    revision = next;
    atHand.length = 0;
    rowAtHand = -1;
  }

  /** Returns `undefined` if its pixels have the value already. */
  function tileToFill(row: number, column: number, value: number): MaskTile | undefined {
    const found = atHand[column];
    if (found !== undefined) return found;
    const key = row * KEY_STRIDE + column;
    const known = tiles.get(key);
    if (value === 0 ? known === undefined : known?.words === FULL_TILE) return undefined;
    return (atHand[column] = writable(key));
  }

  /** @param value 255 paints, 0 erases @param toX exclusive */
  function fill(y: number, fromX: number, toX: number, value: number): void {
    const row = Math.floor(y / SIDE);
    const localY = y - row * SIDE;
    if (row !== rowAtHand) {
      atHand.length = 0;
      rowAtHand = row;
    }
    for (let x = fromX; x < toX;) {
      const column = Math.floor(x / SIDE);
      const left = x - column * SIDE;
      const right = Math.min(SIDE, toX - column * SIDE);
      x = (column + 1) * SIDE;
      const tile = tileToFill(row, column, value);
      if (tile === undefined) continue;
      fillRow(tile.words, localY, left, right, value !== 0);
      tile.revision = revision;
      if (value === 0) {
        tile.boundsLoose = true;
      } else {
        if (left < tile.left) tile.left = left;
        if (right - 1 > tile.right) tile.right = right - 1;
        if (localY < tile.top) tile.top = localY;
        if (localY > tile.bottom) tile.bottom = localY;
      }
    }
  }

  return { begin, fill };
}
