/** How much the places of a strip look like a line that runs along it, and how wide that line is. */
import type { LineStrip } from './line-strip.ts';

const RIDGES = {
  /** Half widths of lines that are looked for, pixels. */
  halfWidths: [0, 1, 2, 4, 7, 12, 20] as readonly number[],
  /** Columns that are averaged along the line on each side. */
  along: 4,
  /** Contrast that counts as full strength: levels, and at least so many times the strip's noise. */
  full: 28,
  aboveNoise: 5,
  /** Columns over which widths are averaged. */
  evenWidths: 12,
} as const;

/** See the file comment. */
export interface Ridges {
  /** 0 to 1, row by row. */
  readonly strengths: Float32Array;
  /** The width at each column. @param rows the line's row at each column */
  widthsAlong(rows: Int32Array): Float32Array;
}

export function ridgesOf(strip: LineStrip): Ridges {
  const { length, reach } = strip;
  const rows = 2 * reach + 1;
  const smooth = alongAverage(strip.grey, length, rows);
  const contrasts = new Float32Array(length * rows);
  const sums = new Float64Array(rows + 1);
  for (let along = 0; along < length; along++) {
    for (let row = 0; row < rows; row++) {
      sums[row + 1] = (sums[row] ?? 0) + (smooth[row * length + along] ?? 0);
    }
    for (let row = 0; row < rows; row++)
      contrasts[row * length + along] = contrast(sums, row, rows);
  }
  const full = Math.max(RIDGES.full, RIDGES.aboveNoise * medianOf(contrasts));
  return {
    strengths: contrasts.map((value) => Math.min(1, value / full)),
    widthsAlong: (way) => widths(smooth, length, rows, way),
  };
}

/** The best over all widths: as far as the middle differs from both sides, in the same direction. */
function contrast(sums: Float64Array, row: number, rows: number): number {
  const mean = (from: number, to: number): number =>
    ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
  let best = 0;
  for (const half of RIDGES.halfWidths) {
    const flank = half + 2;
    const gap = half === 0 ? 1 : Math.ceil(half / 2);
    const top = row - half - gap;
    const bottom = row + half + 1 + gap;
    if (top - flank < 0 || bottom + flank > rows) break;
    const middle = mean(row - half, row + half + 1);
    const above = middle - mean(top - flank, top);
    const below = middle - mean(bottom, bottom + flank);
    if (above > 0 !== below > 0) continue;
    best = Math.max(best, Math.min(Math.abs(above), Math.abs(below)));
  }
  return best;
}

function alongAverage(grey: Float32Array, length: number, rows: number): Float32Array {
  const smooth = new Float32Array(grey.length);
  for (let row = 0; row < rows; row++) {
    const start = row * length;
    let sum = 0;
    let from = 0;
    let to = 0;
    for (let along = 0; along < length; along++) {
      while (to < Math.min(length, along + RIDGES.along + 1)) sum += grey[start + to++] ?? 0;
      while (from < along - RIDGES.along) sum -= grey[start + from++] ?? 0;
      smooth[start + along] = sum / (to - from);
    }
  }
  return smooth;
}

/** A sample of them is enough. */
function medianOf(values: Float32Array): number {
  const step = Math.max(1, Math.floor(values.length / 4000));
  const sample: number[] = [];
  for (let index = 0; index < values.length; index += step) sample.push(values[index] ?? 0);
  sample.sort((a, b) => a - b);
  return sample[Math.floor(sample.length / 2)] ?? 0;
}

/** Where the brightness is half-way between the line and its sides. */
function widths(smooth: Float32Array, length: number, rows: number, way: Int32Array): Float32Array {
  const measured = Array.from(way, (row, along) => {
    const at = (y: number): number =>
      smooth[Math.min(rows - 1, Math.max(0, y)) * length + along] ?? 0;
    return halfWay(at, row, -1) + halfWay(at, row, 1);
  });
  const even = new Float32Array(length);
  for (let along = 0; along < length; along++) {
    const near = measured.slice(
      Math.max(0, along - RIDGES.evenWidths),
      along + RIDGES.evenWidths + 1,
    );
    near.sort((a, b) => a - b);
    even[along] = Math.max(1, near[Math.floor(near.length / 2)] ?? 1);
  }
  return even;
}

/** Distance from the line's row to its edge, on one side. */
function halfWay(at: (row: number) => number, row: number, step: 1 | -1): number {
  const middle = at(row);
  const farthest = (RIDGES.halfWidths.at(-1) ?? 1) * 2;
  // the side is where the brightness ends changing
  let extreme = 0;
  let steady = 0;
  for (let away = 1; away <= farthest && steady < 3 + away / 4; away++) {
    const difference = Math.abs(at(row + step * away) - middle);
    steady = difference > extreme * 1.05 + 0.5 ? 0 : steady + 1;
    extreme = Math.max(extreme, difference);
  }
  for (let away = 1; away <= farthest; away++) {
    const difference = Math.abs(at(row + step * away) - middle);
    if (difference < extreme / 2) continue;
    const before = Math.abs(at(row + step * (away - 1)) - middle);
    return away - 1 + (extreme / 2 - before) / Math.max(1e-6, difference - before);
  }
  return 0.5;
}
