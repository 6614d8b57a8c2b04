/** How much the places of a strip look like a line that runs along it, and how wide that line is. */
import type { LineStrip } from './line-strip.ts';

const RIDGES = {
  /** Half widths of lines that are looked for, pixels. */
  halfWidths: [0, 1, 2, 4, 7, 12, 20, 32],
  /** A wider line of the same contrast is preferred: a pole, not the light on it. Per half width. */
  wider: 0.06,
  /** Columns that are averaged along the line on each side. */
  along: 4,
  /** Contrast that counts as full strength: levels, and at least so many times the strip's noise. */
  full: 28,
  aboveNoise: 5,
  /** Columns on each side over which the line's profile is averaged, and its edges are evened. */
  profile: 12,
  even: 30,
} as const;

/** A line's edges, in rows: half of the line's width, more or less, on each side of its row. */
export interface LineEdges {
  readonly above: number;
  readonly below: number;
}

/** See the file comment. */
export interface Ridges {
  /** 0 to 1, row by row. */
  readonly strengths: Float32Array;
  /** The edges at each column. @param rows the line's row at each column */
  edgesAlong(rows: Int32Array): readonly LineEdges[];
}

type Channels = readonly Float32Array[];

export function ridgesOf({ length, reach, channels }: LineStrip): Ridges {
  const rows = 2 * reach + 1;
  const smooth = channels.map((values) => alongAverage(values, length, rows));
  const contrasts = new Float32Array(length * rows);
  const scales = new Uint8Array(length * rows);
  const sums = channels.map(() => new Float64Array(rows + 1));
  for (let along = 0; along < length; along++) {
    for (const [channel, values] of smooth.entries()) {
      const sum = sums[channel];
      if (sum === undefined) continue;
      for (let row = 0; row < rows; row++) {
        sum[row + 1] = (sum[row] ?? 0) + (values[row * length + along] ?? 0);
      }
    }
    for (let row = 0; row < rows; row++) {
      const [contrast, scale] = bestContrast(sums, row, rows);
      contrasts[row * length + along] = contrast;
      scales[row * length + along] = scale;
    }
  }
  const full = Math.max(RIDGES.full, RIDGES.aboveNoise * medianOf(contrasts));
  return {
    strengths: contrasts.map((value) => Math.min(1, value / full)),
    edgesAlong: (way) => edges({ channels, length, rows, scales }, way),
  };
}

/** The best over all widths: as far as the middle differs from both sides, in the same direction. */
function bestContrast(
  sums: readonly Float64Array[],
  row: number,
  rows: number,
): readonly [contrast: number, scale: number] {
  let best = 0;
  let bestScale = 0;
  for (const [scale, half] of RIDGES.halfWidths.entries()) {
    const flank = half + 2;
    const gap = half === 0 ? 1 : Math.ceil(half / 3);
    const top = row - half - gap;
    const bottom = row + half + 1 + gap;
    if (top - flank < 0 || bottom + flank > rows) break;
    let above = 0;
    let below = 0;
    let together = 0;
    for (const sum of sums) {
      const middle = mean(sum, row - half, row + half + 1);
      const toAbove = middle - mean(sum, top - flank, top);
      const toBelow = middle - mean(sum, bottom, bottom + flank);
      above += toAbove * toAbove;
      below += toBelow * toBelow;
      together += toAbove * toBelow;
    }
    if (together <= 0) continue;
    const contrast = (1 + RIDGES.wider * scale) * Math.sqrt(Math.min(above, below) / 3);
    if (contrast > best) [best, bestScale] = [contrast, scale];
  }
  return [best, bestScale];
}

function mean(sum: Float64Array, from: number, to: number): number {
  return ((sum[to] ?? 0) - (sum[from] ?? 0)) / (to - from);
}

function alongAverage(values: Float32Array, length: number, rows: number): Float32Array {
  const smooth = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) {
    const start = row * length;
    let sum = 0;
    let from = 0;
    let to = 0;
    for (let along = 0; along < length; along++) {
      while (to < Math.min(length, along + RIDGES.along + 1)) sum += values[start + to++] ?? 0;
      while (from < along - RIDGES.along) sum -= values[start + from++] ?? 0;
      smooth[start + along] = sum / (to - from);
    }
  }
  return smooth;
}

/** A sample of them is enough. */
function medianOf(values: ArrayLike<number>): number {
  const step = Math.max(1, Math.floor(values.length / 4000));
  const sample: number[] = [];
  for (let index = 0; index < values.length; index += step) sample.push(values[index] ?? 0);
  sample.sort((a, b) => a - b);
  return sample[Math.floor(sample.length / 2)] ?? 0;
}

interface Measured {
  readonly channels: Channels;
  readonly length: number;
  readonly rows: number;
  /** Index of the best half width at each place. */
  readonly scales: Uint8Array;
}

/** Where the colour is half-way between the line and its sides, seen from outside. */
function edges({ channels, length, rows, scales }: Measured, way: Int32Array): LineEdges[] {
  const measured = Array.from(way, (_row, along): LineEdges => {
    const from = Math.max(0, along - RIDGES.profile);
    const to = Math.min(length, along + RIDGES.profile + 1);
    const near = Array.from({ length: to - from }, (_none, index) => from + index);
    const scale = medianOf(near.map((at) => scales[(way[at] ?? 0) * length + at] ?? 0));
    const half = RIDGES.halfWidths[scale] ?? 0;
    const colourAt = (offset: number): number[] =>
      channels.map((values) => {
        let sum = 0;
        for (const at of near) {
          const row = Math.min(rows - 1, Math.max(0, (way[at] ?? 0) + offset));
          sum += values[row * length + at] ?? 0;
        }
        return sum / near.length;
      });
    const middle = meanColour(colourAt, -half, half);
    return {
      above: edgeOn(colourAt, middle, half, -1),
      below: edgeOn(colourAt, middle, half, 1),
    };
  });
  return measured.map((_edge, along) => {
    const near = measured.slice(Math.max(0, along - RIDGES.even), along + RIDGES.even + 1);
    return {
      above: medianOf(near.map((edge) => edge.above)),
      below: medianOf(near.map((edge) => edge.below)),
    };
  });
}

function edgeOn(
  colourAt: (offset: number) => number[],
  middle: readonly number[],
  half: number,
  side: 1 | -1,
): number {
  const farthest = Math.ceil(half * 1.6) + 3;
  const flank = meanColour(colourAt, side * farthest, side * (farthest + half + 2));
  const likeLine = (offset: number): number => {
    const colour = colourAt(side * offset);
    const toFlank = distance(colour, flank);
    return toFlank / Math.max(1e-6, toFlank + distance(colour, middle));
  };
  let outside = likeLine(farthest);
  for (let offset = farthest - 1; offset >= 0; offset--) {
    const inside = likeLine(offset);
    if (inside >= 0.5) {
      const share = (0.5 - outside) / Math.max(1e-6, inside - outside);
      return Math.max(0.5, offset + 1 - Math.min(1, Math.max(0, share)));
    }
    outside = inside;
  }
  return 0.5;
}

function meanColour(colourAt: (offset: number) => number[], a: number, b: number): number[] {
  const sum = [0, 0, 0];
  const [from, to] = a < b ? [a, b] : [b, a];
  for (let offset = from; offset <= to; offset++) {
    for (const [channel, value] of colourAt(offset).entries())
      sum[channel] = (sum[channel] ?? 0) + value;
  }
  return sum.map((value) => value / (to - from + 1));
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, channel) => value - (b[channel] ?? 0)));
}
