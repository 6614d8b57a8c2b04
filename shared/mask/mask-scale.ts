import type { Size } from '../geometry/rect.ts';
import { createMaskReader, createMaskWriter, eachRun } from './mask-rows.ts';
import type { PackedMaskTile } from './mask-tiles.ts';

/** Scales a mask to a photo of the same shape by nearest neighbour. */
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

/** Returns the original pixel below the centre of the new one. */
function nearest(index: number, length: number, original: number): number {
  return Math.min(original - 1, Math.floor(((index + 0.5) * original) / length));
}
