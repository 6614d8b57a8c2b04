import type { Size } from '../../../../shared/geometry/rect.ts';

const EDGE = {
  /** Levels of colour across an edge, and a multiple of the average difference of neighbours. */
  least: 5,
  ofAny: 1.6,
  /** Brightness range of an empty area, levels. */
  even: 6,
} as const;

/** Returns whether a segmentation follows noise, as in an empty sky. @param pixels 1 a byte */
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

/** Returns whether an area is as uniform as sky. @param isIn pixels of the area */
export function isEven(rgb: Uint8Array, isIn: (index: number) => boolean): boolean {
  let [count, sum, squares] = [0, 0, 0];
  for (let index = 0; index * 3 < rgb.length; index++) {
    if (!isIn(index)) continue;
    const at = index * 3;
    const light = ((rgb[at] ?? 0) + (rgb[at + 1] ?? 0) + (rgb[at + 2] ?? 0)) / 3;
    count += 1;
    sum += light;
    squares += light * light;
  }
  if (count === 0) return true;
  const mean = sum / count;
  return Math.sqrt(Math.max(0, squares / count - mean * mean)) < EDGE.even;
}

function distanceOf(rgb: Uint8Array, a: number, b: number): number {
  const red = (rgb[a * 3] ?? 0) - (rgb[b * 3] ?? 0);
  const green = (rgb[a * 3 + 1] ?? 0) - (rgb[b * 3 + 1] ?? 0);
  const blue = (rgb[a * 3 + 2] ?? 0) - (rgb[b * 3 + 2] ?? 0);
  return Math.sqrt(red * red + green * green + blue * blue);
}
