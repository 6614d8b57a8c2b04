/**
 * The painted mask, pixel by pixel, in photo space. Sparse tiles of 256 × 256, one bit a
 * pixel, so that its cost follows the painted area and not the photo. DOM-free.
 *
 * Every change runs as an edit: `beginEdit` … `paint` … `commitEdit`, or one of the whole-tile
 * operations. A tile is copied when an edit first touches it; the commit keeps only the difference.
 * Tiles are never written to outside of an edit, so they are handed out without copying.
 */
import {
  isEmptyRect,
  unionRects,
  type Point,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';
import { rememberedBy } from '../../../../shared/remembered-by.ts';
import type { MaskTileDelta } from '../../../../shared/mask/mask-history.ts';
import { MASK_TILE, wordsOfBits, type PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import {
  clipBits,
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
} from './mask-tile.ts';
import { createMaskFiller, KEY_STRIDE, placeOf } from './mask-filler.ts';
import { rasteriseSegment, type SpanReceiver } from './rasteriser.ts';

/** How tiles are put into the mask: added, taken out, or instead of everything. */
export type CombineMode = 'unite' | 'subtract' | 'replace';

export interface MaskBitmap {
  readonly size: Size;
  /** Starts a stroke; until it is committed, the tiles it touches are remembered as they were. */
  beginEdit(): void;
  /** Paints (255) or erases (0) one piece of a stroke: see `rasteriser.ts` for which pixels. */
  paint(from: Point, to: Point, diameter: number, value: 0 | 255): void;
  /** Paints or erases the spans that `rasterise` reports; they must lie inside the photo. */
  paintSpans(rasterise: (span: SpanReceiver) => void, value: 0 | 255): void;
  /** Ends the stroke; `undefined` when no pixel changed. */
  commitEdit(): MaskDelta | undefined;
  /** Ends the stroke and takes it back; returns the area to draw again. */
  cancelEdit(): Rect | undefined;
  /** Combines with packed tiles at once; `undefined` when no pixel changed. */
  combine(tiles: readonly PackedMaskTile[], mode: CombineMode): MaskDelta | undefined;
  /** Paints every unpainted pixel, and clears the painted ones. */
  invert(): MaskDelta;
  /** Flips the pixels of a delta: takes an edit back, or makes it again. */
  flip(delta: MaskDelta): void;
  /** Bounding box of the painted pixels in photo space; `undefined` when nothing is painted. */
  bounds(): Rect | undefined;
  /** The tile at a place counted in tiles; `undefined` when nothing in it is painted. */
  tile(column: number, row: number): Readonly<MaskTile> | undefined;
  /** Everything painted, packed; in no particular order. */
  packed(): readonly PackedMaskTile[];
  /** The tiles changed since the last call, packed; those that became empty without bits. */
  takeDirty(): readonly PackedMaskTile[];
  /** Memory held by the tiles, in bytes. */
  readonly bytes: number;
}

const SIDE = MASK_TILE.side;

/** The same array for the same words: what is known of its bits is known by it. */
const bitsHandedOut = rememberedBy(bitsOfWords);

export function createMaskBitmap(size: Size): MaskBitmap {
  const tiles = new Map<number, MaskTile>();
  /** The touched tiles as they were before the edit under way; `undefined` = not there. */
  const before = new Map<number, Uint32Array | undefined>();
  const dirty = new Set<number>();
  let editing = false;
  let revision = 0;
  const filler = createMaskFiller(tiles, before);
  let knownBounds: Rect | undefined;
  let boundsKnown = true;

  /** After a change: measures when needed, forgets an empty tile, shares a full one. */
  function settle(key: number): void {
    dirty.add(key);
    boundsKnown = false;
    const tile = tiles.get(key);
    if (tile === undefined) return;
    if (tile.boundsLoose) measureTile(tile);
    if (tile.right < tile.left) tiles.delete(key);
    else if (isFullTile(tile)) tile.words = FULL_TILE;
  }

  function endEdit(): void {
    before.clear();
    editing = false;
  }

  /** The finished part of a tile: without the current edit. */
  function finishedWords(key: number): Uint32Array | undefined {
    return before.has(key) ? before.get(key) : tiles.get(key)?.words;
  }

  function packedTile(key: number): PackedMaskTile {
    const words = finishedWords(key);
    return { ...placeOf(key), bits: words === undefined ? undefined : bitsHandedOut(words) };
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
      settle(key);
    }
  }

  /** Replaces the tiles by these (`undefined` = empty) and returns the difference. */
  function putTiles(places: ReadonlyMap<number, Uint32Array | undefined>): MaskDelta | undefined {
    const deltas: MaskTileDelta[] = [];
    for (const [key, words] of places) {
      const { column, row } = placeOf(key);
      const now = tiles.get(key)?.words ?? EMPTY_TILE;
      const delta = diffTile(column, row, now, words ?? EMPTY_TILE);
      if (delta !== undefined) deltas.push(delta);
    }
    const delta = maskDelta(deltas);
    if (delta !== undefined) flip(delta);
    return delta;
  }

  return {
    size,
    beginEdit() {
      if (editing) throw new Error('The mask is being edited already.');
      editing = true;
    },
    paint(from, to, diameter, value) {
      revision += 1;
      filler.begin(revision);
      rasteriseSegment(from, to, diameter, size, (y, fromX, toX) =>
        filler.fill(y, fromX, toX, value),
      );
    },
    paintSpans(rasterise, value) {
      revision += 1;
      filler.begin(revision);
      rasterise((y, fromX, toX) => filler.fill(y, fromX, toX, value));
    },
    commitEdit() {
      const deltas: MaskTileDelta[] = [];
      for (const [key, words] of before) {
        const { column, row } = placeOf(key);
        const tile = tiles.get(key);
        const delta = diffTile(column, row, words ?? EMPTY_TILE, tile?.words ?? EMPTY_TILE);
        if (delta !== undefined) {
          settle(key);
          deltas.push(delta);
        } else if (words === undefined) {
          tiles.delete(key);
        } else {
          restore(tile, words);
        }
      }
      endEdit();
      return maskDelta(deltas);
    },
    cancelEdit() {
      const deltas: MaskTileDelta[] = [];
      revision += 1;
      for (const [key, words] of before) {
        const { column, row } = placeOf(key);
        const tile = tiles.get(key);
        const delta = diffTile(column, row, words ?? EMPTY_TILE, tile?.words ?? EMPTY_TILE);
        if (delta !== undefined) deltas.push(delta);
        if (words === undefined) {
          tiles.delete(key);
        } else if (tile !== undefined) {
          tile.boundsLoose = true;
          restore(tile, words);
          tile.revision = revision;
        }
      }
      endEdit();
      return maskDelta(deltas)?.rect;
    },
    combine(given, mode) {
      const places = new Map<number, Uint32Array | undefined>();
      if (mode === 'replace') for (const key of tiles.keys()) places.set(key, undefined);
      for (const { column, row, bits } of given) {
        const inside = column * SIDE < size.width && row * SIDE < size.height;
        if (!inside || bits === undefined) continue;
        const key = row * KEY_STRIDE + column;
        const words = wordsOfBits(clipBits(column, row, bits, size));
        places.set(key, combined(tiles.get(key)?.words, words, mode));
      }
      return putTiles(places);
    },
    invert() {
      const places = new Map<number, Uint32Array | undefined>();
      for (let row = 0; row * SIDE < size.height; row++) {
        for (let column = 0; column * SIDE < size.width; column++) {
          const key = row * KEY_STRIDE + column;
          const words = tiles.get(key)?.words;
          if (words === FULL_TILE) places.set(key, undefined);
          else {
            const others = words === undefined ? FULL_TILE : words.map((word) => ~word);
            places.set(key, wordsOfBits(clipBits(column, row, bitsOfWords(others), size)));
          }
        }
      }
      const delta = putTiles(places);
      if (delta === undefined) throw new Error('A photo has at least one pixel to invert.');
      return delta;
    },
    flip,
    bounds() {
      if (!boundsKnown && !editing) {
        knownBounds = unionOfTiles(tiles);
        boundsKnown = true;
      }
      return knownBounds;
    },
    tile(column, row) {
      return tiles.get(row * KEY_STRIDE + column);
    },
    packed() {
      return [...tiles.keys()].map(packedTile).filter((tile) => tile.bits !== undefined);
    },
    takeDirty() {
      const taken = [...dirty].map(packedTile);
      dirty.clear();
      return taken;
    },
    get bytes() {
      let owned = 0;
      for (const tile of tiles.values()) if (tile.words !== FULL_TILE) owned += 1;
      return owned * MASK_TILE.packedBytes;
    },
  };
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
    const { column, row } = placeOf(key);
    bounds = unionRects(bounds, {
      x: column * SIDE + tile.left,
      y: row * SIDE + tile.top,
      width: tile.right - tile.left + 1,
      height: tile.bottom - tile.top + 1,
    });
  }
  return isEmptyRect(bounds) ? undefined : bounds;
}
