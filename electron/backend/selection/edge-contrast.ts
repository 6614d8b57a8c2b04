/** Whether there is anything at all in a loop. */
import type { Size } from '../../../shared/geometry/rect.ts';

const EDGE = {
  /** Colour distance across an edge that is none: levels, and times the distance between any neighbours. */
  least: 5,
  ofAny: 1.6,
} as const;

/**
 * True when the selection's edge is no edge of the picture: in an empty sky the split into object and
 * background follows the noise.
 *
 * @param pixels 1 a byte
 */
export function isNoEdge(
  pixels: Uint8Array,
  { width, height, rgb }: Size & { readonly rgb: Uint8Array },
): boolean {
  let across = 0;
  let crossings = 0;
  let anywhere = 0;
  let pairs = 0;
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const index = y * width + x;
      for (const next of [index + 1, index + width]) {
        const distance = distanceOf(rgb, index, next);
        anywhere += distance;
        pairs += 1;
        if (pixels[index] === pixels[next]) continue;
        across += distance;
        crossings += 1;
      }
    }
  }
  if (crossings === 0) return true;
  const mean = across / crossings;
  return mean < EDGE.least && mean < (EDGE.ofAny * anywhere) / pairs;
}

function distanceOf(rgb: Uint8Array, a: number, b: number): number {
  const red = (rgb[a * 3] ?? 0) - (rgb[b * 3] ?? 0);
  const green = (rgb[a * 3 + 1] ?? 0) - (rgb[b * 3 + 1] ?? 0);
  const blue = (rgb[a * 3 + 2] ?? 0) - (rgb[b * 3 + 2] ?? 0);
  return Math.hypot(red, green, blue);
}
