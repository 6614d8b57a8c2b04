/** A mask for a photo of another size but the same shape. */
import type { Size } from '../geometry/rect.ts';
import { createMaskReader, createMaskWriter, eachRun } from './mask-rows.ts';
import type { PackedMaskTile } from './mask-tiles.ts';

/** How far the ratio of sides may be off: sizes are whole pixels. */
const SHAPE_TOLERANCE = 0.01;

/** Whether a mask of one size can be laid on a photo of another. */
export function hasSameShape(a: Size, b: Size): boolean {
  const ratio = (a.width * b.height) / (a.height * b.width);
  return Math.abs(ratio - 1) <= SHAPE_TOLERANCE;
}

/** Each pixel becomes what the nearest one of the original is. */
export function scaleMask(
  tiles: readonly PackedMaskTile[],
  from: Size,
  to: Size,
): readonly PackedMaskTile[] {
  if (from.width === to.width && from.height === to.height) return tiles;
  const reader = createMaskReader(tiles);
  const writer = createMaskWriter();
  const source = new Uint8Array(from.width);
  const row = new Uint8Array(to.width);
  let sourceY = -1;
  for (let y = 0; y < to.height; y++) {
    const wanted = nearest(y, to.height, from.height);
    if (wanted !== sourceY) {
      sourceY = wanted;
      reader.read(sourceY, 0, source);
      for (let x = 0; x < to.width; x++) row[x] = source[nearest(x, to.width, from.width)] ?? 0;
    }
    eachRun(row, 1, (start, end) => writer.span(y, start, end));
  }
  return writer.tiles();
}

/** The pixel of the original in which the middle of the new one lies. */
function nearest(index: number, length: number, original: number): number {
  return Math.min(original - 1, Math.floor(((index + 0.5) * original) / length));
}
