/**
 * From matching patches to pixels: every pixel is the weighted mean of the patches that lie over
 * it.
 */
import { type Level, PATCH_RADIUS, PATCH_SIDE } from './level.ts';
import type { Field } from './match.ts';

const WEIGHING = {
  /** Added to a mean squared difference: differences below it are noise. */
  noise: 4,
  /**
   * Factor by which a vote loses weight with each pixel into the hole (Wexler et al., 2007). Small
   * enough for the patches over the edge to have their say against many that agree inside.
   */
  depthBase: 0.7,
  /** Depth from which votes lose no more. */
  deepest: 24,
} as const;

/**
 * Gives every pixel of the hole the weighted mean of the proposals of the patches over it. Where all
 * patches are taken from one place, this is a plain copy.
 *
 * @param sharpness exponent of the weight `1 / distance`: 1 blends, 4 and more nearly selects the best
 * @returns mean change of a sample, in levels
 */
export function vote(level: Level, field: Field, sharpness: number): number {
  const { width, height, colours, hole, holeBox: box } = level;
  const { source } = field;
  const weights = voteWeights(level, field, sharpness);
  let change = 0;
  let pixels = 0;
  for (let y = box.top; y < box.top + box.height; y += 1) {
    const top = Math.max(PATCH_RADIUS, y - PATCH_RADIUS);
    const bottom = Math.min(height - 1 - PATCH_RADIUS, y + PATCH_RADIUS);
    for (let x = box.left; x < box.left + box.width; x += 1) {
      const at = y * width + x;
      if (hole[at] !== 1) continue;
      pixels += 1;
      const offset = commonOffset(level, field, at, x, y);
      if (offset !== 0) {
        const sample = 3 * (at + offset);
        change += put(
          colours,
          3 * at,
          colours[sample] as number,
          colours[sample + 1] as number,
          colours[sample + 2] as number,
        );
        continue;
      }
      const left = Math.max(PATCH_RADIUS, x - PATCH_RADIUS);
      const right = Math.min(width - 1 - PATCH_RADIUS, x + PATCH_RADIUS);
      let [red, green, blue, total] = [0, 0, 0, 0];
      for (let row = top; row <= bottom; row += 1) {
        for (let column = left; column <= right; column += 1) {
          const centre = row * width + column;
          const weight = weights[centre] as number;
          const sample = 3 * ((source[centre] as number) + at - centre);
          red += weight * (colours[sample] as number);
          green += weight * (colours[sample + 1] as number);
          blue += weight * (colours[sample + 2] as number);
          total += weight;
        }
      }
      if (total === 0) continue;
      change += put(
        colours,
        3 * at,
        (red / total + 0.5) | 0,
        (green / total + 0.5) | 0,
        (blue / total + 0.5) | 0,
      );
    }
  }
  return change / Math.max(1, 3 * pixels);
}

/** Writes a pixel; gives back by how much its samples changed. */
function put(colours: Uint8Array, at: number, red: number, green: number, blue: number): number {
  const change =
    Math.abs(red - (colours[at] as number)) +
    Math.abs(green - (colours[at + 1] as number)) +
    Math.abs(blue - (colours[at + 2] as number));
  colours[at] = red;
  colours[at + 1] = green;
  colours[at + 2] = blue;
  return change;
}

/**
 * A first picture from a field whose distances are not known yet: each pixel from its own patch.
 */
export function copyCentres(level: Level, field: Field): void {
  const { width, height, colours, hole, holeBox: box } = level;
  for (let y = box.top; y < box.top + box.height; y += 1) {
    const centreY = Math.min(height - 1 - PATCH_RADIUS, Math.max(PATCH_RADIUS, y));
    for (let x = box.left; x < box.left + box.width; x += 1) {
      const at = y * width + x;
      if (hole[at] !== 1) continue;
      const centreX = Math.min(width - 1 - PATCH_RADIUS, Math.max(PATCH_RADIUS, x));
      const centre = centreY * width + centreX;
      const sample = 3 * ((field.source[centre] as number) + at - centre);
      colours.copyWithin(3 * at, sample, sample + 3);
    }
  }
}

/** Weight of each target's patch: the better it fits and the nearer to the edge, the more. */
function voteWeights(level: Level, field: Field, sharpness: number): Float32Array {
  const weights = new Float32Array(level.hole.length);
  const samples = 3 * PATCH_SIDE * PATCH_SIDE;
  const inward = Float64Array.from(
    { length: 256 },
    (_none, depth) => WEIGHING.depthBase ** Math.min(WEIGHING.deepest, depth),
  );
  for (const at of level.targets) {
    const error = (field.distance[at] as number) / samples + WEIGHING.noise;
    weights[at] = (inward[level.depth[at] as number] as number) * error ** -sharpness;
  }
  return weights;
}

/**
 * The offset to the source that nine patches, spread over those that cover a pixel, have in
 * common; 0 when they have none.
 */
function commonOffset(level: Level, field: Field, at: number, x: number, y: number): number {
  const { width, height } = level;
  const reach = 2 * PATCH_RADIUS;
  if (x < reach || y < reach || x >= width - reach || y >= height - reach) return 0;
  const { source } = field;
  const offset = (source[at] as number) - at;
  for (let row = -PATCH_RADIUS; row <= PATCH_RADIUS; row += PATCH_RADIUS) {
    for (let column = -PATCH_RADIUS; column <= PATCH_RADIUS; column += PATCH_RADIUS) {
      const centre = at + row * width + column;
      if ((source[centre] as number) - centre !== offset) return 0;
    }
  }
  return offset;
}
