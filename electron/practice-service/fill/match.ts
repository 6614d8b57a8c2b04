/** The search for the patches that resemble each part of the hole. */
import { type Level, PATCH_RADIUS, PATCH_SIDE } from './level.ts';
import type { RandomBelow } from './random.ts';

/**
 * For each target of a level the patch that it is taken from. Both arrays have one entry a pixel;
 * only those at targets mean anything.
 */
export interface Field {
  /** Position of the source patch's centre; -1 where there is no target. */
  readonly source: Int32Array;
  /** Sum of squared differences over the patch's 147 samples. */
  readonly distance: Int32Array;
}

/** How thoroughly to search. */
export interface SearchEffort {
  /** Sweeps over all targets, alternately forwards and backwards. */
  readonly sweeps: number;
  /** First radius of the random search, halved down to 1; 0 = only ask the neighbours. */
  readonly radius: number;
}

/** A field without any source. */
export function createField(level: Level): Field {
  const source = new Int32Array(level.width * level.height).fill(-1);
  return { source, distance: new Int32Array(level.width * level.height) };
}

/**
 * Improves a field in place: PatchMatch (Barnes et al., 2009), propagation and random search.
 * Every target must have a source.
 */
export function searchField(
  level: Level,
  field: Field,
  effort: SearchEffort,
  random: RandomBelow,
): void {
  const { width, height, targets, isSource } = level;
  const { source, distance } = field;
  for (const at of targets) {
    distance[at] = patchDistance(level, at, source[at] as number, 0x7fffffff);
  }
  for (let sweep = 0; sweep < effort.sweeps; sweep += 1) {
    const step = sweep % 2 === 0 ? 1 : -1;
    const first = step === 1 ? 0 : targets.length - 1;
    for (let index = first; index >= 0 && index < targets.length; index += step) {
      const at = targets[index] as number;
      let best = source[at] as number;
      let least = distance[at] as number;
      if (least === 0) continue;
      const beside = source[at - step] as number;
      if (beside >= 0 && beside + step !== best && isSource[beside + step] === 1) {
        const found = patchDistance(level, at, beside + step, least);
        if (found < least) {
          least = found;
          best = beside + step;
        }
      }
      const above = source[at - step * width] as number;
      const below = above + step * width;
      if (above >= 0 && below !== best && isSource[below] === 1) {
        const found = patchDistance(level, at, below, least);
        if (found < least) {
          least = found;
          best = below;
        }
      }
      for (let radius = effort.radius; radius >= 1; radius >>= 1) {
        const bestY = (best / width) | 0;
        const x = best - bestY * width + random(2 * radius + 1) - radius;
        const y = bestY + random(2 * radius + 1) - radius;
        if (x < 0 || y < 0 || x >= width || y >= height) continue;
        const candidate = y * width + x;
        if (isSource[candidate] !== 1) continue;
        const found = patchDistance(level, at, candidate, least);
        if (found < least) {
          least = found;
          best = candidate;
        }
      }
      source[at] = best;
      distance[at] = least;
    }
  }
}

/**
 * Sum of squared differences of two patches.
 *
 * @param limit where to stop: a larger sum may be too small
 */
function patchDistance(level: Level, target: number, source: number, limit: number): number {
  const { colours, width } = level;
  const corner = PATCH_RADIUS * width + PATCH_RADIUS;
  const skip = 3 * (width - PATCH_SIDE);
  let a = 3 * (target - corner);
  let b = 3 * (source - corner);
  let sum = 0;
  for (let row = 0; row < PATCH_SIDE; row += 1) {
    for (let column = 0; column < PATCH_SIDE; column += 1) {
      const red = (colours[a] as number) - (colours[b] as number);
      const green = (colours[a + 1] as number) - (colours[b + 1] as number);
      const blue = (colours[a + 2] as number) - (colours[b + 2] as number);
      sum += red * red + green * green + blue * blue;
      a += 3;
      b += 3;
    }
    if (sum >= limit) return sum;
    a += skip;
    b += skip;
  }
  return sum;
}
