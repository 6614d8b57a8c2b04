/**
 * The mask as sparse tiles of 256 × 256 with one bit per pixel, so that cost follows the painted
 * area. Photo space.
 * Tiles change only within edits, which copy them first; so they can be handed out without copying.
 */
import { isEmptyRect, unionRects, type Rect, type Size } from '../../../../shared/geometry/rect.ts';
import { rememberedBy } from '../../../../shared/remembered-by.ts';
import { MASK_TILE, wordsOfBits, type PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import {
  clipTile,
  diffTile,
  flipTile,
  isFullDelta,
  maskDelta,
  type MaskDelta,
} from './mask-delta.ts';
import {
  bitsOfWords,
  createFullTile,
  createTile,
  EMPTY_TILE,
  FULL_TILE,
  isFullTile,
  measureTile,
  type MaskTile,
  fillRow,
  TILE_WORDS,
} from './mask-tile.ts';
import type { SpanReceiver } from './rasteriser.ts';

export type CombineMode = 'unite' | 'subtract' | 'replace';

export type MaskBitmap = ReturnType<typeof createMaskBitmap>;

const SIDE = MASK_TILE.side;
/** Tile keys are row × this + column. */
const KEY_STRIDE = 65_536;

/** Returns the same array for the same words, because caches use it as key. */
const bitsHandedOut = rememberedBy(bitsOfWords);

export function createMaskBitmap(size: Size) {
  const tiles = new Map<number, MaskTile>();
  /** Tiles before the current edit; `undefined` for new ones. */
  const before = new Map<number, Uint32Array | undefined>();
  const dirty = new Set<number>();
  let editing = false;
  let revision = 0;
  const filler = createMaskFiller(tiles, before);
  let knownBounds: Rect | undefined;
  let boundsKnown = true;

  /** Measures a changed tile if needed, drops an empty one, shares a full one. */
  function tidyTile(key: number): void {
    dirty.add(key);
    boundsKnown = false;
    const tile = tiles.get(key);
    if (tile === undefined) return;
    if (tile.boundsLoose) measureTile(tile);
    if (tile.right < tile.left) tiles.delete(key);
    else if (isFullTile(tile)) tile.words = FULL_TILE;
  }

  function editedTiles() {
    return [...before].map(([key, words]) => {
      const tile = tiles.get(key);
      return { key, words, tile, delta: changeOf(key, words, tile?.words) };
    });
  }

  /** @returns the changes of all; `undefined` if there are none */
  function endEdit(edited: ReturnType<typeof editedTiles>): MaskDelta | undefined {
    before.clear();
    editing = false;
    return maskDelta(edited.flatMap(({ delta }) => delta ?? []));
  }

  /** Returns the tile without the current edit. */
  function packedTile(key: number): PackedMaskTile {
    const words = before.has(key) ? before.get(key) : tiles.get(key)?.words;
    return { ...tilePosition(key), bits: words === undefined ? undefined : bitsHandedOut(words) };
  }

  function flip(delta: MaskDelta): void {
    revision += 1;
    for (const part of delta.tiles) {
      const key = part.row * KEY_STRIDE + part.column;
      const old = tiles.get(key);
      if (isFullDelta(part) && (old === undefined || old.words === FULL_TILE)) {
        if (old === undefined) tiles.set(key, createFullTile(revision));
        else tiles.delete(key);
        dirty.add(key);
        boundsKnown = false;
        continue;
      }
      const tile = createTile(flipTile(old?.words ?? EMPTY_TILE, part), revision);
      tile.boundsLoose = true;
      tiles.set(key, tile);
      tidyTile(key);
    }
  }

  /** @param places `undefined` clears a tile */
  function putTiles(places: ReadonlyMap<number, Uint32Array | undefined>): MaskDelta | undefined {
    const delta = maskDelta(
      [...places].flatMap(([key, words]) => changeOf(key, tiles.get(key)?.words, words) ?? []),
    );
    if (delta !== undefined) flip(delta);
    return delta;
  }

  /** @param next returns a tile's new words from the old ones; `undefined` clears it */
  function putAll(
    next: (words: Uint32Array | undefined) => Uint32Array | undefined,
  ): MaskDelta | undefined {
    const places = new Map<number, Uint32Array | undefined>();
    for (let row = 0; row * SIDE < size.height; row++) {
      for (let column = 0; column * SIDE < size.width; column++) {
        const key = row * KEY_STRIDE + column;
        const words = next(tiles.get(key)?.words);
        places.set(key, words && clipTile(column, row, words, size));
      }
    }
    return putTiles(places);
  }

  return {
    size,
    /** Begins an edit; touched tiles are copied until it is committed. */
    beginEdit(): void {
      if (editing) throw new Error('The mask is being edited already.');
      editing = true;
    },
    /** @param rasterise must report only spans inside the photo */
    paintSpans(rasterise: (span: SpanReceiver) => void, value: 0 | 255): void {
      revision += 1;
      filler.begin(revision);
      rasterise((y, fromX, toX) => filler.fill(y, fromX, toX, value));
    },
    /** Returns `undefined` if no pixel changed. */
    commitEdit(): MaskDelta | undefined {
      const edited = editedTiles();
      for (const { key, words, tile, delta } of edited) {
        if (delta !== undefined) tidyTile(key);
        else if (words === undefined) tiles.delete(key);
        else restore(tile, words);
      }
      return endEdit(edited);
    },
    /** Reverts the stroke; returns the area to redraw. */
    cancelEdit(): Rect | undefined {
      revision += 1;
      const edited = editedTiles();
      for (const { key, words, tile } of edited) {
        if (words === undefined) {
          tiles.delete(key);
        } else if (tile !== undefined) {
          tile.boundsLoose = true;
          restore(tile, words);
          tile.revision = revision;
        }
      }
      return endEdit(edited)?.rect;
    },
    /** Returns `undefined` if no pixel changed. */
    combine(given: readonly PackedMaskTile[], mode: CombineMode): MaskDelta | undefined {
      const places = new Map<number, Uint32Array | undefined>();
      if (mode === 'replace') for (const key of tiles.keys()) places.set(key, undefined);
      for (const { column, row, bits } of given) {
        const inside = column * SIDE < size.width && row * SIDE < size.height;
        if (!inside || bits === undefined) continue;
        const key = row * KEY_STRIDE + column;
        const words = clipTile(column, row, wordsOfBits(bits), size);
        places.set(key, combined(tiles.get(key)?.words, words, mode));
      }
      return putTiles(places);
    },
    fill: (): MaskDelta | undefined => putAll(() => FULL_TILE),
    invert: (): MaskDelta | undefined =>
      putAll((words) => {
        if (words === undefined) return FULL_TILE;
        return words === FULL_TILE ? undefined : words.map((word) => ~word);
      }),
    flip,
    /** Photo space; `undefined` for an empty mask. */
    bounds(): Rect | undefined {
      if (!boundsKnown && !editing) {
        knownBounds = unionOfTiles(tiles);
        boundsKnown = true;
      }
      return knownBounds;
    },
    /** @param column in tiles @param row in tiles */
    tile(column: number, row: number): Readonly<MaskTile> | undefined {
      return tiles.get(row * KEY_STRIDE + column);
    },
    /** In no particular order. */
    packed(): readonly PackedMaskTile[] {
      return [...tiles.keys()].map(packedTile).filter((tile) => tile.bits !== undefined);
    },
    /** Returns the tiles changed since the last call; empty ones lack bits. */
    takeDirty(): readonly PackedMaskTile[] {
      const taken = [...dirty].map(packedTile);
      dirty.clear();
      return taken;
    },
  };
}

function changeOf(key: number, from: Uint32Array | undefined, to: Uint32Array | undefined) {
  const { column, row } = tilePosition(key);
  return diffTile(column, row, from ?? EMPTY_TILE, to ?? EMPTY_TILE);
}

function restore(tile: MaskTile | undefined, words: Uint32Array): void {
  if (tile === undefined) return;
  tile.words = words;
  if (tile.boundsLoose) measureTile(tile);
}

function combined(
  now: Uint32Array | undefined,
  given: Uint32Array,
  mode: CombineMode,
): Uint32Array | undefined {
  if (mode === 'replace') return given;
  if (now === undefined) return mode === 'unite' ? given : undefined;
  return mode === 'unite'
    ? now.map((word, index) => word | (given[index] ?? 0))
    : now.map((word, index) => word & ~(given[index] ?? 0));
}

function unionOfTiles(tiles: ReadonlyMap<number, MaskTile>): Rect | undefined {
  let bounds: Rect = { x: 0, y: 0, width: 0, height: 0 };
  for (const [key, tile] of tiles) {
    const { column, row } = tilePosition(key);
    bounds = unionRects(bounds, {
      x: column * SIDE + tile.left,
      y: row * SIDE + tile.top,
      width: tile.right - tile.left + 1,
      height: tile.bottom - tile.top + 1,
    });
  }
  return isEmptyRect(bounds) ? undefined : bounds;
}

/** @returns column and row in tiles */
function tilePosition(key: number): { readonly column: number; readonly row: number } {
  return { column: key % KEY_STRIDE, row: Math.floor(key / KEY_STRIDE) };
}

/**
 * Fills pixel rows of the sparse mask.
 * @param tiles by key; modified here @param before original tiles; `undefined` for new ones
 */
function createMaskFiller(
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
