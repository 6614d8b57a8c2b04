import { maskBounds } from '../geometry/mask-bounds.ts';
import { MASK_TILE, type PackedMaskTile } from './mask-tiles.ts';

const SIDE = MASK_TILE.side;
const ROW_BYTES = SIDE / 8;

export type MaskReader = ReturnType<typeof createMaskReader>;

export function createMaskReader(tiles: readonly PackedMaskTile[]) {
  const byPlace = new Map<string, Uint8Array>();
  for (const { column, row, bits } of tiles) {
    if (bits !== undefined) byPlace.set(`${column},${row}`, bits);
  }
  return {
    /** Writes 0 or 1 for each pixel from `left`, which may be outside. The row's length counts. */
    read(y: number, left: number, row: Uint8Array): void {
      row.fill(0);
      const tileRow = Math.floor(y / SIDE);
      const localRow = (y - tileRow * SIDE) * ROW_BYTES;
      const last = Math.floor((left + row.length - 1) / SIDE);
      for (let column = Math.floor(left / SIDE); column <= last; column++) {
        const bits = byPlace.get(`${column},${tileRow}`);
        if (bits === undefined) continue;
        for (let index = 0; index < ROW_BYTES; index++) {
          const byte = bits[localRow + index] ?? 0;
          if (byte === 0) continue;
          const start = column * SIDE + index * 8 - left;
          for (let bit = 0; bit < 8; bit++) {
            // Indices outside the array are ignored.
            if (byte & (0x80 >> bit)) row[start + bit] = 1;
          }
        }
      }
    },
    /** May be empty. */
    bounds: maskBounds(tiles),
  };
}

export function createMaskWriter() {
  const byPlace = new Map<
    string,
    { readonly column: number; readonly row: number; readonly bits: Uint8Array }
  >();

  function bitsAt(column: number, row: number): Uint8Array {
    const key = `${column},${row}`;
    const known = byPlace.get(key);
    if (known !== undefined) return known.bits;
    const bits = new Uint8Array(MASK_TILE.packedBytes);
    byPlace.set(key, { column, row, bits });
    return bits;
  }

  return {
    /** Paints pixels from `fromX` to before `toX`. */
    span(y: number, fromX: number, toX: number): void {
      const row = Math.floor(y / SIDE);
      const start = (y - row * SIDE) * ROW_BYTES;
      for (let x = fromX; x < toX;) {
        const column = Math.floor(x / SIDE);
        const bits = bitsAt(column, row);
        const end = Math.min(toX, (column + 1) * SIDE) - column * SIDE;
        for (let local = x - column * SIDE; local < end;) {
          const index = start + (local >> 3);
          if ((local & 7) === 0 && end - local >= 8) {
            bits[index] = 0xff;
            local += 8;
          } else {
            bits[index] = (bits[index] ?? 0) | (0x80 >> (local & 7));
            local += 1;
          }
        }
        x = column * SIDE + end;
      }
    },
    tiles: (): readonly PackedMaskTile[] => [...byPlace.values()],
  };
}

export function eachRun(
  row: Uint8Array,
  value: 0 | 1,
  visit: (from: number, to: number) => void,
): void {
  for (let from = row.indexOf(value); from >= 0;) {
    const end = row.indexOf(1 - value, from);
    const to = end < 0 ? row.length : end;
    visit(from, to);
    from = end < 0 ? -1 : row.indexOf(value, end);
  }
}
