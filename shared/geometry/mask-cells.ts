/**
 * Groups paint by cells, so small that neighbouring ones are sent together anyway: their boxes are
 * at most 254 pixels apart, and a region extends 128 or more beyond its box (`REGION`).
 */
import { MASK_TILE, wordsOfBits, type PackedMaskTile } from '../mask/mask-tiles.ts';
import { rememberedBy } from '../remembered-by.ts';
import { boundsInBits } from './mask-bounds.ts';
import { rectArea, unionRects, type Rect } from './rect.ts';

/** Pixels per side; a tile has a whole number of cells. */
export const CELL_SIDE = 128;

interface MaskCell {
  /** Counted in cells. */
  readonly column: number;
  readonly row: number;
  /** Photo space. */
  readonly painted: Rect;
}

export interface CellGroup {
  /** Photo space. */
  readonly painted: Rect;
  /** By row, then column. */
  readonly cells: readonly MaskCell[];
}

const CELLS_PER_SIDE = MASK_TILE.side / CELL_SIDE;

/** Relative to the tile. */
const CELLS_OF_TILE: readonly Rect[] = Array.from(
  { length: CELLS_PER_SIDE * CELLS_PER_SIDE },
  (_, index) => ({
    x: (index % CELLS_PER_SIDE) * CELL_SIDE,
    y: Math.floor(index / CELLS_PER_SIDE) * CELL_SIDE,
    width: CELL_SIDE,
    height: CELL_SIDE,
  }),
);

/** Returns cells by row, then column. */
export function paintedCells(tiles: readonly PackedMaskTile[]): readonly MaskCell[] {
  return tiles
    .flatMap(({ column, row, bits }) =>
      bits === undefined
        ? []
        : paintedInTile(bits).map((part) => ({
            ...part,
            x: column * MASK_TILE.side + part.x,
            y: row * MASK_TILE.side + part.y,
          })),
    )
    .map((painted) => ({
      column: Math.floor(painted.x / CELL_SIDE),
      row: Math.floor(painted.y / CELL_SIDE),
      painted,
    }))
    .sort(byPlace);
}

/** Relative to the tile, without empty cells. */
const paintedInTile = rememberedBy((bits: Uint8Array) => boundsInBits(bits, CELLS_OF_TILE));

/** Painted pixels of each cell, in the order of {@link CELLS_OF_TILE}. */
const pixelsInTile = rememberedBy((bits: Uint8Array): readonly number[] => {
  const words = wordsOfBits(bits);
  const rowWords = MASK_TILE.side / 32;
  return CELLS_OF_TILE.map(({ x, y, width, height }) => {
    let sum = 0;
    for (let line = y; line < y + height; line++) {
      const start = line * rowWords + x / 32;
      for (let at = start; at < start + width / 32; at++) sum += ones(words[at] ?? 0);
    }
    return sum;
  });
});

function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** 8-connected, by a union-find. Returns groups in the order of their first cells. */
export function connectedGroups(cells: readonly MaskCell[]): readonly CellGroup[] {
  const indexes = new Map(cells.map((cell, index) => [keyOf(cell.column, cell.row), index]));
  const parents = cells.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) {
      const above = parents[root] ?? root;
      parents[root] = parents[above] ?? above;
      root = parents[root] ?? root;
    }
    return root;
  };
  for (const [index, { column, row }] of cells.entries()) {
    for (const [dx, dy] of EARLIER_NEIGHBOURS) {
      const other = indexes.get(keyOf(column + dx, row + dy));
      if (other === undefined) continue;
      const root = rootOf(index);
      const otherRoot = rootOf(other);
      if (root < otherRoot) parents[otherRoot] = root;
      else parents[root] = otherRoot;
    }
  }
  const members = new Map<number, MaskCell[]>();
  for (const [index, cell] of cells.entries()) {
    const root = rootOf(index);
    const known = members.get(root);
    if (known === undefined) members.set(root, [cell]);
    else known.push(cell);
  }
  return [...members.values()].map(groupOf);
}

export function groupOf(cells: readonly MaskCell[]): CellGroup {
  const nothing = { x: 0, y: 0, width: 0, height: 0 };
  return { painted: cells.reduce((all, { painted }) => unionRects(all, painted), nothing), cells };
}

export function joinGroups(a: CellGroup, b: CellGroup): CellGroup {
  return {
    painted: unionRects(a.painted, b.painted),
    cells: [...a.cells, ...b.cells].sort(byPlace),
  };
}

export function tilesOfGroups(
  tiles: readonly PackedMaskTile[],
  groups: readonly CellGroup[],
): readonly (readonly PackedMaskTile[])[] {
  const owners = new Map<number, number>();
  for (const [owner, { cells }] of groups.entries()) {
    for (const { column, row } of cells) owners.set(keyOf(column, row), owner);
  }
  const taken: PackedMaskTile[][] = groups.map(() => []);
  for (const tile of tiles) {
    if (tile.bits === undefined) continue;
    const ownersHere = CELLS_OF_TILE.map(({ x, y }) =>
      owners.get(
        keyOf(
          tile.column * CELLS_PER_SIDE + x / CELL_SIDE,
          tile.row * CELLS_PER_SIDE + y / CELL_SIDE,
        ),
      ),
    );
    for (const owner of new Set(ownersHere)) {
      if (owner === undefined) continue;
      // A cell without an owner has no paint.
      const isWhole = ownersHere.every((other) => other === owner || other === undefined);
      const bits = isWhole
        ? tile.bits
        : bitsOfCells(tile.bits, (cell) => ownersHere[cell] === owner);
      taken[owner]?.push({ column: tile.column, row: tile.row, bits });
    }
  }
  return taken;
}

/** Cells above which pixels are not counted, because the group cannot be a line. */
const MOST_COUNTED = 600;

/** Adds up the boxes of cells for very large groups. @param tiles of the mask of the groups */
export function createPixelCounter(tiles: readonly PackedMaskTile[]): (group: CellGroup) => number {
  const bitsAt = new Map(tiles.map(({ column, row, bits }) => [keyOf(column, row), bits]));
  return ({ cells }) => {
    const count =
      cells.length > MOST_COUNTED ? ({ painted }: MaskCell) => rectArea(painted) : pixelsIn;
    return cells.reduce((sum, cell) => sum + count(cell), 0);
  };

  function pixelsIn({ column, row }: MaskCell): number {
    const tile = keyOf(Math.floor(column / CELLS_PER_SIDE), Math.floor(row / CELLS_PER_SIDE));
    const bits = bitsAt.get(tile);
    if (bits === undefined) return 0;
    const cell = (row % CELLS_PER_SIDE) * CELLS_PER_SIDE + (column % CELLS_PER_SIDE);
    return pixelsInTile(bits)[cell] ?? 0;
  }
}

/** West, north-west, north and north-east: the neighbours that come earlier. */
const EARLIER_NEIGHBOURS = [
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const;

/** Unique for any photo. */
function keyOf(column: number, row: number): number {
  return row * 65_536 + column;
}

function byPlace(a: MaskCell, b: MaskCell): number {
  return a.row - b.row || a.column - b.column;
}

function bitsOfCells(bits: Uint8Array, isKept: (cell: number) => boolean): Uint8Array {
  const kept = new Uint8Array(MASK_TILE.packedBytes);
  const rowBytes = MASK_TILE.side / 8;
  for (const [cell, { x, y, width, height }] of CELLS_OF_TILE.entries()) {
    if (!isKept(cell)) continue;
    for (let line = y; line < y + height; line++) {
      const start = line * rowBytes + x / 8;
      kept.set(bits.subarray(start, start + width / 8), start);
    }
  }
  return kept;
}
