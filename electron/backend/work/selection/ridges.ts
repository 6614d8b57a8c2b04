import type { LineStrip } from './line-strip.ts';

const RIDGES = {
  /** Searched half widths, pixels. */
  halfWidths: [0, 1, 2, 4, 7, 12, 20, 32],
  /** Bonus for wider lines of equal contrast, per half width: a pole, not the highlight on it. */
  wider: 0.06,
  /** Columns averaged along the line on each side. */
  along: 4,
  /** Contrast of full strength: levels, and a multiple of the strip's noise. */
  full: 28,
  aboveNoise: 5,
  /** Columns averaged on each side for the profile and its edges. */
  profile: 12,
  even: 30,
} as const;

/** Edges of a line in rows. */
interface LineEdges {
  readonly above: number;
  readonly below: number;
}

export type Ridges = ReturnType<typeof ridgesOf>;

type Channels = readonly Float32Array[];

export function ridgesOf({ length, reach, channels }: LineStrip) {
  const rows = 2 * reach + 1;
  const smooth = channels.map((values) => alongAverage(values, length, rows));
  const contrasts = new Float32Array(length * rows);
  const scales = new Uint8Array(length * rows);
  const sums = new Float64Array(CHANNELS * (rows + 1));
  const column = { best: new Float64Array(rows), scale: new Uint8Array(rows) };
  for (let along = 0; along < length; along++) {
    for (let channel = 0; channel < CHANNELS; channel++) {
      const values = smooth[channel];
      let sum = 0;
      for (let row = 0; row < rows; row++) {
        sum += values?.[row * length + along] ?? 0;
        sums[(row + 1) * CHANNELS + channel] = sum;
      }
    }
    measureColumn(sums, rows, column);
    for (let row = 0, at = along; row < rows; row++, at += length) {
      contrasts[at] = column.best[row] ?? 0;
      scales[at] = column.scale[row] ?? 0;
    }
  }
  const full = Math.max(RIDGES.full, RIDGES.aboveNoise * medianOf(contrasts));
  return {
    /** 0 to 1, row by row. */
    strengths: contrasts.map((value) => Math.min(1, value / full)),
    /** Edges at each column. @param rows the line's row at each column */
    edgesAlong: (way: Int32Array): readonly LineEdges[] =>
      edges({ channels, length, rows, scales }, way),
  };
}

/** RGB. */
const CHANNELS = 3;

/** Contrast of each row in a column, and the index of its half width. */
interface ColumnContrasts {
  readonly best: Float64Array;
  readonly scale: Uint8Array;
}

/** @param sums cumulative sums of the column, interleaved RGB */
function measureColumn(sums: Float64Array, rows: number, { best, scale }: ColumnContrasts): void {
  best.fill(0);
  scale.fill(0);
  for (const [index, half] of RIDGES.halfWidths.entries()) {
    const flank = half + 2;
    const away = half + (half === 0 ? 1 : Math.ceil(half / 3));
    const inside = 1 / (2 * half + 1);
    const beside = 1 / flank;
    const weight = 1 + RIDGES.wider * index;
    for (let row = away + flank; row + 1 + away + flank <= rows; row++) {
      let above = 0;
      let below = 0;
      let together = 0;
      for (let channel = 0; channel < CHANNELS; channel++) {
        const at = row * CHANNELS + channel;
        const middle = partOf(sums, at - half * CHANNELS, 2 * half + 1) * inside;
        const over = middle - partOf(sums, at - (away + flank) * CHANNELS, flank) * beside;
        const under = middle - partOf(sums, at + (1 + away) * CHANNELS, flank) * beside;
        above += over * over;
        below += under * under;
        together += over * under;
      }
      if (together <= 0) continue;
      const contrast = weight * Math.sqrt(Math.min(above, below) / CHANNELS);
      if (contrast <= (best[row] ?? 0)) continue;
      best[row] = contrast;
      scale[row] = index;
    }
  }
}

function partOf(sums: Float64Array, from: number, rows: number): number {
  return (sums[from + rows * CHANNELS] ?? 0) - (sums[from] ?? 0);
}

/** @param half columns on each side */
function alongAverage(
  values: Float32Array,
  length: number,
  rows: number,
  half: number = RIDGES.along,
): Float32Array {
  const smooth = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) {
    const start = row * length;
    let sum = 0;
    let from = 0;
    let to = 0;
    for (let along = 0; along < length; along++) {
      while (to < Math.min(length, along + half + 1)) sum += values[start + to++] ?? 0;
      while (from < along - half) sum -= values[start + from++] ?? 0;
      smooth[start + along] = sum / (to - from);
    }
  }
  return smooth;
}

/** Approximate, by a sample. */
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
  /** Index of the best half width of each pixel. */
  readonly scales: Uint8Array;
}

/** Where the colour is half-way between line and sides. */
function edges({ channels, length, rows, scales }: Measured, way: Int32Array): LineEdges[] {
  const halves = halfWidthsAlong(scales, length, way);
  const widest = halves.reduce((most, half) => Math.max(most, half), 0);
  const reach = farthestOf(widest) + widest + 2;
  const profile = channels.map((values) => profileAlong(values, { length, rows, way, reach }));
  const measured = Array.from(way, (_row, along): LineEdges => {
    const half = halves[along] ?? 0;
    const colourAt = (offset: number): Colour => [
      profile[0]?.[(offset + reach) * length + along] ?? 0,
      profile[1]?.[(offset + reach) * length + along] ?? 0,
      profile[2]?.[(offset + reach) * length + along] ?? 0,
    ];
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

type Colour = readonly [number, number, number];

function halfWidthsAlong(scales: Uint8Array, length: number, way: Int32Array): number[] {
  const own = Uint8Array.from(way, (row, at) => scales[row * length + at] ?? 0);
  return Array.from(own, (_scale, along) => {
    const near = own.subarray(
      Math.max(0, along - RIDGES.profile),
      Math.min(length, along + RIDGES.profile + 1),
    );
    return RIDGES.halfWidths[medianOf(near)] ?? 0;
  });
}

function profileAlong(
  values: Float32Array,
  {
    length,
    rows,
    way,
    reach,
  }: {
    readonly length: number;
    readonly rows: number;
    readonly way: Int32Array;
    readonly reach: number;
  },
): Float32Array {
  const aligned = new Float32Array(length * (2 * reach + 1));
  for (let offset = -reach; offset <= reach; offset++) {
    const start = (offset + reach) * length;
    for (let along = 0; along < length; along++) {
      const row = Math.min(rows - 1, Math.max(0, (way[along] ?? 0) + offset));
      aligned[start + along] = values[row * length + along] ?? 0;
    }
  }
  return alongAverage(aligned, length, 2 * reach + 1, RIDGES.profile);
}

function farthestOf(half: number): number {
  return Math.ceil(half * 1.6) + 3;
}

function edgeOn(
  colourAt: (offset: number) => Colour,
  middle: Colour,
  half: number,
  side: 1 | -1,
): number {
  const farthest = farthestOf(half);
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

function meanColour(colourAt: (offset: number) => Colour, a: number, b: number): Colour {
  const [from, to] = a < b ? [a, b] : [b, a];
  let [red, green, blue] = [0, 0, 0];
  for (let offset = from; offset <= to; offset++) {
    const colour = colourAt(offset);
    red += colour[0];
    green += colour[1];
    blue += colour[2];
  }
  const count = to - from + 1;
  return [red / count, green / count, blue / count];
}

function distance(a: Colour, b: Colour): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
