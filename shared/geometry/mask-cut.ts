import { MASK_TILE, type PackedMaskTile } from '../mask/mask-tiles.ts';
import { containsRect, intersectRects, isEmptyRect, type Rect } from './rect.ts';

const BYTES_PER_ROW = MASK_TILE.side / 8;

/** Tiles that are completely inside are reused. @param rect photo space */
export function cutMask(tiles: readonly PackedMaskTile[], rect: Rect): readonly PackedMaskTile[] {
  const inside: PackedMaskTile[] = [];
  for (const tile of tiles) {
    if (tile.bits === undefined) continue;
    const place = tileRect(tile);
    if (containsRect(rect, place)) inside.push(tile);
    else {
      const shared = intersectRects(rect, place);
      if (isEmptyRect(shared)) continue;
      const bits = keepBits(tile.bits, { ...shared, x: shared.x - place.x, y: shared.y - place.y });
      if (bits !== undefined) inside.push({ column: tile.column, row: tile.row, bits });
    }
  }
  return inside;
}

export function tileRect({ column, row }: PackedMaskTile): Rect {
  const { side } = MASK_TILE;
  return { x: column * side, y: row * side, width: side, height: side };
}

function keepBits(bits: Uint8Array, part: Rect): Uint8Array | undefined {
  const kept = new Uint8Array(MASK_TILE.packedBytes);
  const firstByte = part.x >> 3;
  const lastByte = (part.x + part.width - 1) >> 3;
  let any = 0;
  for (let y = part.y; y < part.y + part.height; y++) {
    for (let byte = firstByte; byte <= lastByte; byte++) {
      const index = y * BYTES_PER_ROW + byte;
      const value = (bits[index] ?? 0) & spanInByte(byte, part);
      kept[index] = value;
      any |= value;
    }
  }
  return any === 0 ? undefined : kept;
}

function spanInByte(byte: number, part: Rect): number {
  const start = Math.max(0, part.x - byte * 8);
  const end = Math.min(8, part.x + part.width - byte * 8);
  return (0xff >> start) & (0xff << (8 - end)) & 0xff;
}
