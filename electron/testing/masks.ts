import type { Rect } from '../../shared/geometry/rect.ts';
import {
  MASK_TILE,
  decodeMaskTiles,
  packTile,
  unpackTile,
  type PackedMaskTile,
} from '../../shared/mask/mask-tiles.ts';

/** Tiles in which exactly the pixels of the rectangles are painted. */
export function tilesOf(...rects: readonly Rect[]): readonly PackedMaskTile[] {
  const tiles = new Map<string, { column: number; row: number; pixels: Uint8Array }>();
  for (const rect of rects) {
    for (let y = rect.y; y < rect.y + rect.height; y++) {
      const row = Math.floor(y / MASK_TILE.side);
      for (let x = rect.x; x < rect.x + rect.width;) {
        const column = Math.floor(x / MASK_TILE.side);
        const end = Math.min(rect.x + rect.width, (column + 1) * MASK_TILE.side);
        const place = `${column},${row}`;
        let tile = tiles.get(place);
        if (tile === undefined) {
          tile = { column, row, pixels: new Uint8Array(MASK_TILE.bytes) };
          tiles.set(place, tile);
        }
        const start = (y - row * MASK_TILE.side) * MASK_TILE.side - column * MASK_TILE.side;
        tile.pixels.fill(255, start + x, start + end);
        x = end;
      }
    }
  }
  return [...tiles.values()].map(({ column, row, pixels }) => ({
    column,
    row,
    bits: packTile(pixels),
  }));
}

/** The painted pixels of a mask as it is sent. */
export async function paintedIn(mask: Pick<Blob, 'arrayBuffer'>): Promise<Set<string>> {
  return pixelSet(decodeMaskTiles(new Uint8Array(await mask.arrayBuffer())));
}

export function pixelSet(tiles: readonly PackedMaskTile[]): Set<string> {
  const painted = new Set<string>();
  for (const { column, row, bits } of tiles) {
    if (bits === undefined) continue;
    const pixels = unpackTile(bits);
    for (let index = pixels.indexOf(255); index >= 0; index = pixels.indexOf(255, index + 1)) {
      const x = column * MASK_TILE.side + (index % MASK_TILE.side);
      const y = row * MASK_TILE.side + Math.floor(index / MASK_TILE.side);
      painted.add(`${x},${y}`);
    }
  }
  return painted;
}
