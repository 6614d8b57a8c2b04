/**
 * Grows and shrinks masks by exact Euclidean distance (Felzenszwalb and Huttenlocher, "Distance
 * Transforms of Sampled Functions", 2012). Works in bands of rows, so that memory depends on the
 * mask's width.
 */
import { intersectRects, isEmptyRect, rectOfSize, type Rect, type Size } from '../geometry/rect.ts';
import { createMaskReader, createMaskWriter, eachRun, type MaskReader } from './mask-rows.ts';
import type { PackedMaskTile } from './mask-tiles.ts';

export const MASK_DISTANCE = {
  /** Rows per band, unless a large distance makes the overlap dominate. */
  bandRows: 256,
  /** Largest distance in photo pixels. */
  max: 500,
} as const;

/** @param distance photo pixels, a whole number from 1 to {@link MASK_DISTANCE.max} */
export function growMask(
  tiles: readonly PackedMaskTile[],
  distance: number,
  photo: Size,
): readonly PackedMaskTile[] {
  const reader = createMaskReader(tiles);
  return nearTo(reader, 1, around(reader.bounds, distance, photo), distance);
}

/** Never shrinks from the photo's border. @returns pixels to erase, some not painted */
export function shrinkMask(
  tiles: readonly PackedMaskTile[],
  distance: number,
  photo: Size,
): readonly PackedMaskTile[] {
  const reader = createMaskReader(tiles);
  // A ring of one pixel around the mask contains the nearest unpainted ones.
  return nearTo(reader, 0, around(reader.bounds, 1, photo), distance);
}

function around(rect: Rect, reach: number, photo: Size): Rect {
  if (isEmptyRect(rect)) return rect;
  const { x, y, width, height } = rect;
  const larger = {
    x: x - reach,
    y: y - reach,
    width: width + 2 * reach,
    height: height + 2 * reach,
  };
  return intersectRects(larger, rectOfSize(photo));
}

function nearTo(
  reader: MaskReader,
  value: 0 | 1,
  box: Rect,
  distance: number,
): readonly PackedMaskTile[] {
  const writer = createMaskWriter();
  const { width, height } = box;
  const band = Math.max(MASK_DISTANCE.bandRows, 2 * distance);
  const row = new Uint8Array(width);
  const near = new Uint8Array(width);
  const envelope = createEnvelope(width, distance);
  for (let top = 0; top < height; top += band) {
    const first = Math.max(0, top - distance);
    const end = Math.min(height, top + band + distance);
    const columns = columnDistances(reader, value, box, first, end, distance, row);
    for (let y = top; y < Math.min(height, top + band); y++) {
      const start = (y - first) * width;
      if (!envelope(columns.subarray(start, start + width), near)) continue;
      eachRun(near, 1, (from, to) => writer.span(box.y + y, box.x + from, box.x + to));
    }
  }
  return writer.tiles();
}

/** `distance + 1` means farther. */
function columnDistances(
  reader: MaskReader,
  value: 0 | 1,
  box: Rect,
  first: number,
  end: number,
  distance: number,
  row: Uint8Array,
): Uint16Array {
  const { width } = box;
  const far = distance + 1;
  const found = new Uint16Array((end - first) * width);
  for (let y = first; y < end; y++) {
    reader.read(box.y + y, box.x, row);
    const start = (y - first) * width;
    for (let x = 0; x < width; x++) {
      const above = y === first ? far : (found[start - width + x] ?? far);
      found[start + x] = row[x] === value ? 0 : Math.min(far, above + 1);
    }
  }
  for (let index = found.length - width - 1; index >= 0; index--) {
    const below = (found[index + width] ?? far) + 1;
    if (below < (found[index] ?? far)) found[index] = below;
  }
  return found;
}

/** @returns a function that marks a row's pixels; false if there are none */
function createEnvelope(
  width: number,
  distance: number,
): (columns: Uint16Array, near: Uint8Array) => boolean {
  /** Apexes of the lower envelope's parabolas, and where each becomes the lowest. */
  const apices = new Int32Array(width);
  const starts = new Float64Array(width + 1);
  const limit = distance * distance;

  return (columns, near) => {
    let last = -1;
    for (let x = 0; x < width; x++) {
      const along = columns[x] ?? 0;
      if (along > distance) continue;
      const height = along * along + x * x;
      let start = -Infinity;
      while (last >= 0) {
        const apex = apices[last] ?? 0;
        const other = columns[apex] ?? 0;
        start = (height - (other * other + apex * apex)) / (2 * (x - apex));
        if (start > (starts[last] ?? 0)) break;
        last -= 1;
        start = -Infinity;
      }
      last += 1;
      apices[last] = x;
      starts[last] = start;
    }
    if (last < 0) return false;
    starts[last + 1] = Infinity;
    for (let x = 0, index = 0; x < width; x++) {
      while ((starts[index + 1] ?? Infinity) < x) index += 1;
      const apex = apices[index] ?? 0;
      const along = columns[apex] ?? 0;
      near[x] = (x - apex) * (x - apex) + along * along <= limit ? 1 : 0;
    }
    return true;
  };
}
