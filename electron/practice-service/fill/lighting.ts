/** The last step of a fill: no step of brightness is left between patches or at the hole's edge. */
import type { Level } from './level.ts';
import type { Field } from './match.ts';
import { createSolver } from './poisson.ts';
import type { Rectangle } from './regions.ts';

const CORRECTION = {
  /**
   * Most of a disagreement between neighbours that is evened out, in levels. The rest is
   * structure and would bleed; leaving large ones alone altogether would show the hole's edge.
   */
  step: 16,
  /** A correction fades over about this share of the hole's longer side. */
  reach: 0.5,
} as const;

/**
 * Evens out steps of brightness and colour, at the edge of a filled hole and between patches inside
 * it: finds the smooth change that brings the differences between neighbours nearest to those at
 * the places that they were taken from (Perez et al., Poisson Image Editing, 2003; screened as in
 * Bhat et al., Fourier Analysis of the 2D Screened Poisson Equation, 2008).
 */
export function evenLighting(level: Level, field: Field): void {
  const box = surround(level);
  const unknown = new Uint8Array(box.width * box.height);
  for (let y = 0; y < box.height; y += 1) {
    const from = (box.top + y) * level.width + box.left;
    unknown.set(level.hole.subarray(from, from + box.width), y * box.width);
  }
  const solver = createSolver({ width: box.width, height: box.height, unknown });
  const screening = (CORRECTION.reach * Math.max(box.width, box.height)) ** -2;
  for (let channel = 0; channel < 3; channel += 1) {
    const right = disagreement(level, field, box, unknown, channel);
    addChange(level, box, unknown, channel, solver.solve(right, screening));
  }
}

/** For each pixel, by how much its differences to its neighbours fall short; summed up. */
function disagreement(
  level: Level,
  field: Field,
  box: Rectangle,
  unknown: Uint8Array,
  channel: number,
): Float32Array {
  const sums = new Float32Array(unknown.length);
  const { width } = level;
  for (let y = 0; y < box.height; y += 1) {
    for (let x = 0; x < box.width; x += 1) {
      const at = y * box.width + x;
      const pixel = (box.top + y) * width + box.left + x;
      const beside = at + 1;
      if (x + 1 < box.width && ((unknown[at] as number) | (unknown[beside] as number)) === 1) {
        const shortfall = shortfallOf(level, field, pixel, pixel + 1, channel);
        sums[at] = (sums[at] as number) - shortfall;
        sums[beside] = (sums[beside] as number) + shortfall;
      }
      const below = at + box.width;
      if (y + 1 < box.height && ((unknown[at] as number) | (unknown[below] as number)) === 1) {
        const shortfall = shortfallOf(level, field, pixel, pixel + width, channel);
        sums[at] = (sums[at] as number) - shortfall;
        sums[below] = (sums[below] as number) + shortfall;
      }
    }
  }
  return sums;
}

/** The part of `second - first` that is missing, by the mean over both pixels' patches. */
function shortfallOf(
  { colours, hole }: Level,
  { source }: Field,
  first: number,
  second: number,
  channel: number,
): number {
  let wanted = 0;
  let patches = 0;
  for (const pixel of [first, second]) {
    const from = source[pixel] as number;
    if (from < 0 || hole[pixel] !== 1) continue;
    const shift = from - pixel;
    wanted +=
      (colours[3 * (second + shift) + channel] as number) -
      (colours[3 * (first + shift) + channel] as number);
    patches += 1;
  }
  if (patches === 0) return 0;
  const is = (colours[3 * second + channel] as number) - (colours[3 * first + channel] as number);
  return Math.min(CORRECTION.step, Math.max(-CORRECTION.step, wanted / patches - is));
}

function addChange(
  { colours, width }: Level,
  box: Rectangle,
  unknown: Uint8Array,
  channel: number,
  change: Float32Array,
): void {
  for (let y = 0; y < box.height; y += 1) {
    for (let x = 0; x < box.width; x += 1) {
      const at = y * box.width + x;
      if (unknown[at] !== 1) continue;
      const sample = 3 * ((box.top + y) * width + box.left + x) + channel;
      const value = (colours[sample] as number) + (change[at] as number);
      colours[sample] = Math.min(255, Math.max(0, Math.round(value)));
    }
  }
}

/** The hole's box with one known pixel around it, inside the level. */
function surround({ holeBox, width, height }: Level): Rectangle {
  const left = Math.max(0, holeBox.left - 1);
  const top = Math.max(0, holeBox.top - 1);
  return {
    left,
    top,
    width: Math.min(width, holeBox.left + holeBox.width + 1) - left,
    height: Math.min(height, holeBox.top + holeBox.height + 1) - top,
  };
}
