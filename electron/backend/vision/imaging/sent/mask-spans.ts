/** Processes masks as spans: hand-painted ones have few, however large they are. */
import { MASK_VALUE } from '../../../../../shared/api/cleanup.ts';
import type { Rect, Size } from '../../../../../shared/geometry/rect.ts';
import { MASK_TILE, type PackedMaskTile } from '../../../../../shared/mask/mask-tiles.ts';

/** Pixels that are checked together. */
const BLOCK = 64;

interface MaskRows extends Size {
  /** @param spans gets first painted pixel and first one after it; needs room for `width + 1` */
  read(y: number, spans: Int32Array): number;
}

/** Overlapping tiles are united. @param region photo space */
export function rowsOfTiles(tiles: readonly PackedMaskTile[], region: Rect): MaskRows {
  const { side } = MASK_TILE;
  const bands = new Map<number, Map<number, Uint8Array>>();
  for (const { column, row, bits } of tiles) {
    if (bits === undefined) continue;
    const band = bands.get(row) ?? new Map<number, Uint8Array>();
    const before = band.get(column);
    band.set(
      column,
      before === undefined ? bits : bits.map((byte, at) => byte | (before[at] ?? 0)),
    );
    bands.set(row, band);
  }
  const sorted = new Map(
    [...bands].map(([row, band]) => [row, [...band].sort(([a], [b]) => a - b)] as const),
  );

  return {
    width: region.width,
    height: region.height,
    read(y, spans) {
      const inPhoto = region.y + y;
      const tileRow = Math.floor(inPhoto / side);
      const band = sorted.get(tileRow);
      if (band === undefined) return 0;
      const writer = createSpanWriter(spans, region.width);
      const firstByte = ((inPhoto - tileRow * side) * side) / 8;
      for (const [column, bits] of band) {
        const left = column * side - region.x;
        writer.comeTo(left);
        for (let index = 0; index < side / 8; index++) {
          writer.byte(left + index * 8, bits[firstByte + index] ?? 0);
        }
      }
      return writer.end();
    },
  };
}

/** One byte a pixel, painted where it is {@link MASK_VALUE.remove}. */
export function rowsOfPixels(pixels: Uint8Array, { width, height }: Size): MaskRows {
  return {
    width,
    height,
    read(y, spans) {
      const row = pixels.subarray(y * width, (y + 1) * width);
      let count = 0;
      let x = row.indexOf(MASK_VALUE.remove);
      while (x >= 0) {
        spans[2 * count] = x;
        while (x < width && row[x] === MASK_VALUE.remove) x += 1;
        spans[2 * count + 1] = x;
        count += 1;
        x = row.indexOf(MASK_VALUE.remove, x);
      }
      return count;
    },
  };
}

/** Exact Euclidean distance. @returns one byte a pixel, 0 or {@link MASK_VALUE.remove} */
export function growRows(mask: MaskRows, distance: number): Uint8Array {
  const { width, height } = mask;
  const grown = new Uint8Array(width * height);
  const spans = new Int32Array(width + 2);
  // Half widths of the disc by row distance from its centre.
  const reaches = Array.from({ length: distance + 1 }, (_, away) =>
    Math.floor(Math.sqrt(distance * distance - away * away)),
  );
  const rows = Array.from({ length: 2 * distance + 1 }, () => createRow(width));

  function mark(y: number, count: number): void {
    if (y < 0 || y >= height) return;
    rows[y % rows.length]?.add(spans, count);
  }

  for (let y = 0; y < height + distance; y++) {
    let count = y < height ? mask.read(y, spans) : 0;
    let reached = 0;
    for (let away = distance; away >= 0 && count > 0; away--) {
      const reach = reaches[away] ?? 0;
      if (reach > reached) count = widen(spans, count, reach - reached, width);
      reached = reach;
      mark(y - away, count);
      if (away > 0) mark(y + away, count);
    }
    const ready = y - distance;
    if (ready >= 0) rows[ready % rows.length]?.moveTo(grown, ready * width);
  }
  return grown;
}

/** Collects overlapping spans in any order until it is painted. */
function createRow(width: number) {
  /** Per pixel: spans that begin minus spans that end. */
  const changes = new Int32Array(width + 1);
  const blocks = new Uint8Array(Math.ceil((width + 1) / BLOCK));

  function change(x: number, by: number): void {
    changes[x] = (changes[x] ?? 0) + by;
    blocks[Math.floor(x / BLOCK)] = 1;
  }

  return {
    add(spans: Int32Array, count: number): void {
      for (let index = 0; index < count; index++) {
        change(spans[2 * index] ?? 0, 1);
        change(spans[2 * index + 1] ?? 0, -1);
      }
    },
    moveTo(pixels: Uint8Array, start: number): void {
      let open = 0;
      let from = 0;
      for (let block = blocks.indexOf(1); block >= 0; block = blocks.indexOf(1, block)) {
        blocks[block] = 0;
        const end = Math.min(width + 1, (block + 1) * BLOCK);
        for (let x = block * BLOCK; x < end; x++) {
          const by = changes[x] ?? 0;
          if (by === 0) continue;
          changes[x] = 0;
          if (open === 0) from = x;
          open += by;
          if (open === 0) pixels.fill(MASK_VALUE.remove, start + from, start + x);
        }
      }
    },
  };
}

/** @returns the number of spans after merging touching ones */
function widen(spans: Int32Array, count: number, by: number, width: number): number {
  let last = -1;
  for (let index = 0; index < count; index++) {
    const from = Math.max(0, (spans[2 * index] ?? 0) - by);
    const to = Math.min(width, (spans[2 * index + 1] ?? 0) + by);
    if (last >= 0 && from <= (spans[2 * last + 1] ?? 0)) {
      spans[2 * last + 1] = to;
    } else {
      last += 1;
      spans[2 * last] = from;
      spans[2 * last + 1] = to;
    }
  }
  return last + 1;
}

/** Bits come from left to right; spans end inside `0 … width`. */
function createSpanWriter(spans: Int32Array, width: number) {
  let count = 0;
  let start: number | undefined;
  let reached = 0;

  function close(x: number): void {
    if (start === undefined) return;
    const from = Math.max(0, start);
    const to = Math.min(width, x);
    start = undefined;
    if (from >= to) return;
    spans[2 * count] = from;
    spans[2 * count + 1] = to;
    count += 1;
  }

  return {
    comeTo(x: number): void {
      if (x !== reached) close(reached);
      reached = x;
    },
    byte(x: number, bits: number): void {
      reached = x + 8;
      if (bits === 0) close(x);
      else if (bits === 0xff) start ??= x;
      else {
        for (let bit = 0; bit < 8; bit++) {
          if (bits & (0x80 >> bit)) start ??= x + bit;
          else close(x + bit);
        }
      }
    },
    end(): number {
      close(reached);
      return count;
    },
  };
}
