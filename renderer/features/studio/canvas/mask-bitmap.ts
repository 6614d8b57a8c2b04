/**
 * The mask: what is painted, pixel by pixel, in photo space. Sparse tiles of 256 × 256, one byte a
 * pixel (0 or 255), so that it costs what was painted, whatever the size of the photo. DOM-free.
 *
 * Every change runs as an edit: `beginEdit` … `paint` … `commitEdit`, or one of the whole-tile
 * operations. A tile is copied when an edit first touches it; the commit keeps only the difference.
 */
import {
  isEmptyRect,
  unionRects,
  type Point,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';
import { MASK_TILE, type PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import {
  clipBits,
  deltaOfBits,
  diffTile,
  flipPixels,
  isFullDelta,
  maskDelta,
  packPixels,
  type MaskDelta,
  type TileDelta,
} from './mask-delta.ts';
import {
  createFullTile,
  createTile,
  FULL_TILE_PIXELS,
  isFullTile,
  measureTile,
  type MaskTile,
} from './mask-tile.ts';
import { rasteriseSegment } from './rasteriser.ts';

/** How tiles are put into the mask: added, taken out, or instead of everything. */
export type CombineMode = 'unite' | 'subtract' | 'replace';

export interface MaskBitmap {
  readonly size: Size;
  /** Starts a stroke; until it is committed, the tiles it touches are remembered as they were. */
  beginEdit(): void;
  /** Paints (255) or erases (0) one piece of a stroke: see `rasteriser.ts` for which pixels. */
  paint(from: Point, to: Point, diameter: number, value: 0 | 255): void;
  /** Ends the stroke; `undefined` when no pixel changed. */
  commitEdit(): MaskDelta | undefined;
  /** Ends the stroke and takes it back; returns what has to be drawn again. */
  cancelEdit(): Rect | undefined;
  /** Combines with packed tiles at once; `undefined` when no pixel changed. */
  combine(tiles: readonly PackedMaskTile[], mode: CombineMode): MaskDelta | undefined;
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
/** Tile keys are row × this + column; more columns than any picture has. */
const KEY_STRIDE = 65_536;

export function createMaskBitmap(size: Size): MaskBitmap {
  const tiles = new Map<number, MaskTile>();
  /** The touched tiles as they were before the edit under way; `undefined` = not there. */
  const before = new Map<number, Uint8Array | undefined>();
  const dirty = new Set<number>();
  let editing = false;
  let revision = 0;
  let knownBounds: Rect | undefined;
  let boundsKnown = true;

  /** The tile, ready to be written to; created when it is not there. */
  function writable(key: number): MaskTile {
    let tile = tiles.get(key);
    if (!before.has(key)) {
      before.set(key, tile?.pixels);
      if (tile === undefined) {
        tile = createTile(new Uint8Array(MASK_TILE.bytes), 0);
        tiles.set(key, tile);
      } else {
        tile.pixels = tile.pixels.slice();
      }
    } else if (tile === undefined) {
      tile = createTile(new Uint8Array(MASK_TILE.bytes), 0);
      tiles.set(key, tile);
    }
    return tile;
  }

  function fill(y: number, fromX: number, toX: number, value: number): void {
    const row = Math.floor(y / SIDE);
    const localY = y - row * SIDE;
    for (let x = fromX; x < toX;) {
      const column = Math.floor(x / SIDE);
      const left = x - column * SIDE;
      const right = Math.min(SIDE, toX - column * SIDE);
      x = (column + 1) * SIDE;
      const key = row * KEY_STRIDE + column;
      if (value === 0 && !tiles.has(key)) continue;
      const tile = writable(key);
      tile.pixels.fill(value, localY * SIDE + left, localY * SIDE + right);
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

  /** After a change: measures when needed, forgets an empty tile, shares a full one. */
  function settle(key: number): void {
    dirty.add(key);
    boundsKnown = false;
    const tile = tiles.get(key);
    if (tile === undefined) return;
    if (tile.boundsLoose) measureTile(tile);
    if (tile.right < tile.left) tiles.delete(key);
    else if (isFullTile(tile)) tile.pixels = FULL_TILE_PIXELS;
  }

  function endEdit(): void {
    before.clear();
    editing = false;
  }

  function packedTile(key: number): PackedMaskTile {
    const pixels = tiles.get(key)?.pixels;
    return { ...placeOf(key), bits: pixels === undefined ? undefined : packPixels(pixels) };
  }

  function flip(delta: MaskDelta): void {
    revision += 1;
    for (const part of delta.tiles) {
      const key = part.row * KEY_STRIDE + part.column;
      const old = tiles.get(key);
      if (isFullDelta(part) && (old === undefined || old.pixels === FULL_TILE_PIXELS)) {
        if (old === undefined) tiles.set(key, createFullTile(revision));
        else tiles.delete(key);
        dirty.add(key);
        boundsKnown = false;
        continue;
      }
      const tile = createTile(old?.pixels.slice() ?? new Uint8Array(MASK_TILE.bytes), revision);
      flipPixels(tile.pixels, part);
      tile.boundsLoose = true;
      tiles.set(key, tile);
      settle(key);
    }
  }

  return {
    size,
    beginEdit() {
      if (editing) throw new Error('The mask is being edited already.');
      editing = true;
    },
    paint(from, to, diameter, value) {
      revision += 1;
      rasteriseSegment(from, to, diameter, size, (y, fromX, toX) => fill(y, fromX, toX, value));
    },
    commitEdit() {
      const deltas: TileDelta[] = [];
      for (const [key, pixels] of before) {
        const { column, row } = placeOf(key);
        const delta = changeOf(column, row, pixels, tiles.get(key));
        if (delta !== undefined) {
          settle(key);
          deltas.push(delta);
        } else if (pixels === undefined) {
          tiles.delete(key);
        } else {
          restore(tiles.get(key), pixels);
        }
      }
      endEdit();
      return maskDelta(deltas);
    },
    cancelEdit() {
      const deltas: TileDelta[] = [];
      revision += 1;
      for (const [key, pixels] of before) {
        const { column, row } = placeOf(key);
        const delta = diffTile(column, row, pixels, tiles.get(key)?.pixels);
        if (delta !== undefined) deltas.push(delta);
        const tile = tiles.get(key);
        if (pixels === undefined) {
          tiles.delete(key);
        } else if (tile !== undefined) {
          restore(tile, pixels);
          tile.revision = revision;
          measureTile(tile);
        }
      }
      endEdit();
      return maskDelta(deltas)?.rect;
    },
    combine(given, mode) {
      const places = new Map<number, Uint8Array | undefined>();
      if (mode === 'replace') for (const key of tiles.keys()) places.set(key, undefined);
      for (const { column, row, bits } of given) {
        const inside = column * SIDE < size.width && row * SIDE < size.height;
        if (inside && bits !== undefined) {
          places.set(row * KEY_STRIDE + column, clipBits(column, row, bits, size));
        }
      }
      const deltas: TileDelta[] = [];
      for (const [key, bits] of places) {
        const now = packedTile(key);
        const flipped = flippedBits(now.bits, bits, mode);
        const delta = deltaOfBits(now.column, now.row, flipped);
        if (delta !== undefined) deltas.push(delta);
      }
      const delta = maskDelta(deltas);
      if (delta !== undefined) flip(delta);
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
      for (const tile of tiles.values()) if (tile.pixels !== FULL_TILE_PIXELS) owned += 1;
      return owned * MASK_TILE.bytes;
    },
  };
}

function placeOf(key: number): { readonly column: number; readonly row: number } {
  return { column: key % KEY_STRIDE, row: Math.floor(key / KEY_STRIDE) };
}

function restore(tile: MaskTile | undefined, pixels: Uint8Array): void {
  if (tile === undefined) return;
  tile.pixels = pixels;
  if (tile.boundsLoose) measureTile(tile);
}

/** What an edit changed in a tile; a tile that became full at once costs no memory. */
function changeOf(
  column: number,
  row: number,
  before: Uint8Array | undefined,
  after: MaskTile | undefined,
): TileDelta | undefined {
  if (before === undefined && after !== undefined && isFullTile(after)) {
    return deltaOfBits(column, row, packPixels(FULL_TILE_PIXELS));
  }
  return diffTile(column, row, before, after?.pixels);
}

/** Which bits change when `given` is put into `now`. */
function flippedBits(
  now: Uint8Array | undefined,
  given: Uint8Array | undefined,
  mode: CombineMode,
): Uint8Array {
  if (now === undefined && given !== undefined && mode !== 'subtract') return given;
  if (given === undefined && now !== undefined && mode === 'replace') return now;
  const flipped = new Uint8Array(MASK_TILE.packedBytes);
  for (let index = 0; index < flipped.length; index++) {
    const a = now?.[index] ?? 0;
    const b = given?.[index] ?? 0;
    flipped[index] = mode === 'unite' ? ~a & b : mode === 'subtract' ? a & b : a ^ b;
  }
  return flipped;
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
