/** Telling letters from other regions, by their shape, stroke width and contrast. */
import type { ExtremalRegion } from './extremal-regions.ts';

/** A region that could be a letter. Lengths in pixels. */
export interface Character {
  readonly region: ExtremalRegion;
  readonly width: number;
  readonly height: number;
  readonly centreX: number;
  readonly centreY: number;
  /** Mean width of its strokes. */
  readonly stroke: number;
  /** Mean colour, 3 numbers of 0 to 255. */
  readonly colour: readonly [number, number, number];
  /** Difference in brightness between the pixels just around it and its own. */
  readonly contrast: number;
}

const LETTERS = {
  /** Width of the box over its height: from an i to an m, or two letters that touch. */
  leastAspect: 0.08,
  mostAspect: 4,
  /** Part of the box that is filled: letters are neither hair nor blocks, but an l is a block. */
  leastFill: 0.12,
  mostFill: 0.95,
  /** Stroke width over the shorter side... over the height. */
  leastStroke: 0.03,
  mostStroke: 0.55,
  /** Deviation of the stroke width over its mean. */
  strokeDeviation: 0.55,
  /** Darker part of the pixels that is the core. */
  core: 0.6,
  /** Most spread of brightness in the core: levels, and a share of the contrast. */
  spread: 20,
  spreadOfContrast: 0.3,
  /** Levels between inside and around. */
  contrast: 24,
  /** Share of the pixels just around that are clearly different. */
  clearEdge: 0.75,
} as const;

/** Picture data that characters are measured in. */
export interface MeasuredPicture {
  readonly width: number;
  readonly height: number;
  /** Brightness, one byte a pixel. */
  readonly grey: Uint8Array;
  /** RGB, 3 bytes a pixel. */
  readonly colours: Uint8Array;
}

/** Measures a region; null when it cannot be a letter. */
export function asCharacter(region: ExtremalRegion, picture: MeasuredPicture): Character | null {
  const width = region.right - region.left + 1;
  const height = region.bottom - region.top + 1;
  const aspect = width / height;
  const fill = region.pixels.length / (width * height);
  if (aspect < LETTERS.leastAspect || aspect > LETTERS.mostAspect) return null;
  if (fill < LETTERS.leastFill) return null;
  if (fill > LETTERS.mostFill && aspect > 0.6) return null;
  const strokes = strokeWidths(region, picture.width, width, height);
  if (strokes.mean < LETTERS.leastStroke * height) return null;
  if (strokes.mean > LETTERS.mostStroke * Math.max(height, 1)) return null;
  if (strokes.deviation > LETTERS.strokeDeviation * strokes.mean) return null;
  const { colour, inside, spread } = insideOf(region, picture);
  const around = aroundOf(region, picture, inside);
  if (around.contrast < LETTERS.contrast || around.clear < LETTERS.clearEdge) return null;
  if (spread > LETTERS.spread + LETTERS.spreadOfContrast * around.contrast) return null;
  return {
    region,
    width,
    height,
    centreX: (region.left + region.right) / 2,
    centreY: (region.top + region.bottom) / 2,
    stroke: strokes.mean,
    colour,
    contrast: around.contrast,
  };
}

/** Mean and deviation of the stroke width, by the ridge of the distance to the edge. */
function strokeWidths(
  region: ExtremalRegion,
  pictureWidth: number,
  width: number,
  height: number,
): { readonly mean: number; readonly deviation: number } {
  const stride = width + 2;
  const distance = new Float32Array(stride * (height + 2));
  for (const pixel of region.pixels) {
    const x = (pixel % pictureWidth) - region.left;
    const y = Math.floor(pixel / pictureWidth) - region.top;
    distance[(y + 1) * stride + x + 1] = 1e6;
  }
  chamfer(distance, stride, height + 2);
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 1; y <= height; y += 1) {
    for (let x = 1; x <= width; x += 1) {
      const at = y * stride + x;
      const own = distance[at] as number;
      if (own === 0) continue;
      const across = Math.max(distance[at - 1] as number, distance[at + 1] as number);
      const along = Math.max(distance[at - stride] as number, distance[at + stride] as number);
      if (own < across && own < along) continue;
      if (own < across - 0.01 || own < along - 0.01) {
        if (own < Math.max(across, along) - 0.3) continue;
      }
      sum += own;
      squares += own * own;
      count += 1;
    }
  }
  if (count === 0) return { mean: 0, deviation: 0 };
  const mean = sum / count;
  return {
    mean: 2 * mean - 1,
    deviation: 2 * Math.sqrt(Math.max(0, squares / count - mean * mean)),
  };
}

/** Distances to the nearest 0, in place: two passes with 1 and the root of 2 (Borgefors, 1986). */
function chamfer(distance: Float32Array, stride: number, rows: number): void {
  const diagonal = Math.SQRT2;
  for (let at = stride + 1; at < distance.length - stride - 1; at += 1) {
    if (distance[at] === 0) continue;
    distance[at] = Math.min(
      distance[at] as number,
      (distance[at - 1] as number) + 1,
      (distance[at - stride] as number) + 1,
      (distance[at - stride - 1] as number) + diagonal,
      (distance[at - stride + 1] as number) + diagonal,
    );
  }
  for (let at = stride * (rows - 1) - 2; at > stride; at -= 1) {
    if (distance[at] === 0) continue;
    distance[at] = Math.min(
      distance[at] as number,
      (distance[at + 1] as number) + 1,
      (distance[at + stride] as number) + 1,
      (distance[at + stride + 1] as number) + diagonal,
      (distance[at + stride - 1] as number) + diagonal,
    );
  }
}

/**
 * Brightness and colour of a region's core: of the darker part of its pixels, because the others
 * are its soft edge.
 */
function insideOf(
  region: ExtremalRegion,
  { grey, colours }: MeasuredPicture,
): {
  readonly colour: readonly [number, number, number];
  readonly inside: number;
  readonly spread: number;
} {
  const histogram = new Int32Array(256);
  for (const pixel of region.pixels) {
    const level = grey[pixel] as number;
    histogram[level] = (histogram[level] as number) + 1;
  }
  const quantile = (share: number): number => {
    let left = share * region.pixels.length;
    for (let level = 0; level < 256; level += 1) {
      left -= histogram[level] as number;
      if (left < 0) return level;
    }
    return 255;
  };
  const inside = quantile(LETTERS.core / 2);
  const edge = quantile(LETTERS.core);
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (const pixel of region.pixels) {
    if ((grey[pixel] as number) > edge) continue;
    red += colours[3 * pixel] as number;
    green += colours[3 * pixel + 1] as number;
    blue += colours[3 * pixel + 2] as number;
    count += 1;
  }
  return {
    colour: [red / count, green / count, blue / count],
    inside,
    spread: edge - quantile(1 - LETTERS.core),
  };
}

/** Brightness of the pixels two steps outside the edge, against the inside. */
function aroundOf(
  region: ExtremalRegion,
  { grey, width, height }: MeasuredPicture,
  inside: number,
): { readonly contrast: number; readonly clear: number } {
  const members = new Set<number>(region.pixels);
  const ring = new Set<number>();
  const reach = 2;
  for (const pixel of region.pixels) {
    const x = pixel % width;
    const y = (pixel - x) / width;
    for (const [dx, dy] of [
      [reach, 0],
      [-reach, 0],
      [0, reach],
      [0, -reach],
    ] as const) {
      if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
      const near = pixel + dy * width + dx;
      if (!members.has(near)) ring.add(near);
    }
  }
  if (ring.size === 0) return { contrast: 0, clear: 0 };
  let [sum, clear] = [0, 0];
  for (const pixel of ring) {
    const difference = (grey[pixel] as number) - inside;
    sum += difference;
    if (difference > LETTERS.contrast / 2) clear += 1;
  }
  return { contrast: sum / ring.size, clear: clear / ring.size };
}
