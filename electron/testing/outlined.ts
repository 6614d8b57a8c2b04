/** The pixels within outlines, as the tools that select show them. */
import type { Size } from '../../shared/geometry/rect.ts';
import { fillLoop } from '../../shared/selection/raster-shapes.ts';

/** @param outlines x and y by turns, photo space; one within another is a hole @returns 1 a byte, row by row */
export function outlinedPixels(
  outlines: readonly (readonly number[])[],
  size: Size,
): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(size.width * size.height);
  const one = new Uint8Array(pixels.length);
  for (const outline of outlines) {
    const points = outline.flatMap((x, at) =>
      at % 2 === 0 ? [{ x, y: outline[at + 1] ?? 0 }] : [],
    );
    fillLoop(one, size, points, 1);
    for (let at = one.indexOf(1); at >= 0; at = one.indexOf(1, at + 1)) {
      pixels[at] = 1 - (pixels[at] ?? 0);
      one[at] = 0;
    }
  }
  return pixels;
}

/** Intersection over union. */
export function overlapOf(found: Uint8Array, truth: Uint8Array): number {
  let both = 0;
  let either = 0;
  for (const [index, value] of found.entries()) {
    both += value & (truth[index] ?? 0);
    either += value | (truth[index] ?? 0);
  }
  return both / either;
}
