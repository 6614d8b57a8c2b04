import sharp from 'sharp';
import { intersectRects, type Rect, type Size } from '../../../../../shared/geometry/rect.ts';
import { MASK_TILE, packTile, type PackedMaskTile } from '../../../../../shared/mask/mask-tiles.ts';
import { growRows, rowsOfTiles } from './mask-spans.ts';

/** One byte a pixel, 0 or 255. @param region photo space */
export function maskPixels(tiles: readonly PackedMaskTile[], region: Rect): Uint8Array {
  return growRows(rowsOfTiles(tiles, region), 0);
}

/** Uses a threshold half way. Leaves empty tiles out. @param rect photo space */
export function tilesOfPixels(pixels: Uint8Array, rect: Rect): readonly PackedMaskTile[] {
  const { side } = MASK_TILE;
  const tiles: PackedMaskTile[] = [];
  const lastColumn = Math.floor((rect.x + rect.width - 1) / side);
  const lastRow = Math.floor((rect.y + rect.height - 1) / side);
  for (let row = Math.floor(rect.y / side); row <= lastRow; row++) {
    for (let column = Math.floor(rect.x / side); column <= lastColumn; column++) {
      const place = { x: column * side, y: row * side, width: side, height: side };
      const shared = intersectRects(rect, place);
      const unpacked = new Uint8Array(MASK_TILE.bytes);
      for (let y = shared.y; y < shared.y + shared.height; y++) {
        const start = (y - rect.y) * rect.width + shared.x - rect.x;
        const target = (y - place.y) * side + shared.x - place.x;
        unpacked.set(pixels.subarray(start, start + shared.width), target);
      }
      const bits = packTile(unpacked);
      if (bits !== undefined) tiles.push({ column, row, bits });
    }
  }
  return tiles;
}

/** Tiles that become empty have no bits. */
export function clipMask(tiles: readonly PackedMaskTile[], photo: Size): readonly PackedMaskTile[] {
  return tiles.map((tile) => {
    const columns = photo.width - tile.column * MASK_TILE.side;
    const rows = photo.height - tile.row * MASK_TILE.side;
    const isWhole = columns >= MASK_TILE.side && rows >= MASK_TILE.side;
    if (tile.bits === undefined || isWhole) return tile;
    return { ...tile, bits: clipBits(tile.bits, columns, rows) };
  });
}

function clipBits(bits: Uint8Array, columns: number, rows: number): Uint8Array | undefined {
  const clipped = new Uint8Array(MASK_TILE.packedBytes);
  let any = 0;
  forEachPaintedByte(bits, (row, firstColumn, byte) => {
    if (row >= rows || firstColumn >= columns) return;
    const inside = Math.min(8, columns - firstColumn);
    const kept = byte & (0xff << (8 - inside)) & 0xff;
    clipped[(row * MASK_TILE.side + firstColumn) / 8] = kept;
    any |= kept;
  });
  return any === 0 ? undefined : clipped;
}

/** Encodes an 8-bit grey PNG with 0 and 255, exactly the region's size. */
export async function encodeMaskPng(
  pixels: Uint8Array,
  width: number,
  height: number,
): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png({ compressionLevel: 2, palette: false })
    .toBuffer();
}

/** Tiles that become empty have no bits. */
export function subtractMask(
  tiles: readonly PackedMaskTile[],
  taken: readonly PackedMaskTile[],
): readonly PackedMaskTile[] {
  return combine(tiles, taken, (a, b) => a & ~b);
}

export function uniteMask(
  tiles: readonly PackedMaskTile[],
  added: readonly PackedMaskTile[],
): readonly PackedMaskTile[] {
  return combine(tiles, added, (a, b) => a | b);
}

function combine(
  tiles: readonly PackedMaskTile[],
  others: readonly PackedMaskTile[],
  operation: (a: number, b: number) => number,
): readonly PackedMaskTile[] {
  const byPlace = new Map(tiles.map((tile) => [`${tile.column},${tile.row}`, tile]));
  for (const other of others) {
    if (other.bits === undefined) continue;
    const place = `${other.column},${other.row}`;
    const before = byPlace.get(place)?.bits;
    const bits = new Uint8Array(MASK_TILE.packedBytes);
    let any = 0;
    for (let index = 0; index < bits.length; index++) {
      const byte = operation(before?.[index] ?? 0, other.bits[index] ?? 0) & 0xff;
      bits[index] = byte;
      any |= byte;
    }
    byPlace.set(place, {
      column: other.column,
      row: other.row,
      bits: any === 0 ? undefined : bits,
    });
  }
  return [...byPlace.values()];
}

function forEachPaintedByte(
  bits: Uint8Array,
  visit: (row: number, firstColumn: number, byte: number) => void,
): void {
  const bytesPerRow = MASK_TILE.side / 8;
  for (let index = 0; index < MASK_TILE.packedBytes; index++) {
    const byte = bits[index] ?? 0;
    if (byte !== 0) visit(Math.floor(index / bytesPerRow), (index % bytesPerRow) * 8, byte);
  }
}
