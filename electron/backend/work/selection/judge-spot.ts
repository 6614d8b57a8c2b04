/** Decides whether a spot could be dust: round, on uniform ground, with nothing similar around. */
import type { Extreme, Scale } from './spot-scales.ts';

const JUDGE = {
  /** Samples per ring. */
  directions: 24,
  /** Rings of the immediate ground, sigmas. */
  ground: [3.6, 4.4, 5.2],
  /** Rings of the surroundings. */
  surroundings: [5.2, 6.2, 7.4, 8.6, 10, 12],
  quiet: 0.94,
  /** Quantiles of samples: distant where there are objects, close in plain grain. */
  half: 0.5,
  most: 0.97,
  /** Least response of half the samples, as a fraction of the spot's. */
  leastHalf: 0.05,
  /** Bright dust on black: its assumed maximum, as a multiple of the ground, and levels. */
  light: { times: 2, levels: 20 },
  /** Least noise, levels. */
  noise: 0.35,
  /** Levels from black or white; clipped ground has an unknown noise of this much. */
  cutOff: 4,
  cutNoise: 2,
  /** A spot ends at this fraction of its contrast. */
  edge: 0.15,
  /** Profile samples per sigma. */
  steps: 4,
  /** Fraction of the contrast that must have vanished on the ground. */
  gone: 0.5,
  /** Directional contrasts that differ more belong to a line or edge. */
  even: 0.4,
} as const;

const DIRECTIONS = Array.from({ length: JUDGE.directions }, (_none, index) => {
  const angle = (index / JUDGE.directions) * 2 * Math.PI;
  return { x: Math.cos(angle), y: Math.sin(angle) };
});

export interface JudgedSpot {
  readonly radius: number;
  /** Levels; negative is darker than the ground. */
  readonly contrast: number;
  /** Contrast in standard deviations of the ground. */
  readonly score: number;
  /** Fraction of the ground that is undisturbed. */
  readonly round: number;
  /** 0 for no response of the surroundings, 1 for similar things. */
  readonly company: number;
  /** Contrast as a fraction of the possible maximum. */
  readonly depth: number;
}

/** @returns `undefined` above `busiest`, and for lines, edges and corners */
export function judgeSpot(
  { scale, x, y, response }: Extreme,
  busiest: number,
): JudgedSpot | undefined {
  const most = busiest * Math.abs(response);
  if (!isBlob(scale, x, y) || !isQuiet(scale, x, y, most)) return undefined;
  const around = JUDGE.ground.flatMap((reach) => circle(scale, x, y, reach * scale.sigma));
  if (around.length < JUDGE.directions) return undefined;
  const plane = planeThrough(around);
  const rest = around.map((at) => at.value - plane.at(at.x, at.y));
  const middle = quantile(rest, 0.5);
  const ground = (dx: number, dy: number): number => plane.at(dx, dy) + middle;
  const contrast = (scale.grey[y * scale.width + x] ?? 0) - ground(0, 0);
  if (contrast === 0) return undefined;
  const distances = rest.map((value) => Math.abs(value - middle));
  const deviation = 1.4826 * quantile(distances, 0.5);
  const level = ground(0, 0);
  const isCut = level < JUDGE.cutOff || level > 255 - JUDGE.cutOff;
  const free = distances.filter((distance) => distance < JUDGE.gone * Math.abs(contrast));
  return {
    radius: radiusOf(scale, x, y, ground, contrast),
    contrast,
    score: Math.abs(contrast) / (deviation + (isCut ? JUDGE.cutNoise : JUDGE.noise)),
    round: free.length / rest.length,
    company: companyOf(scale, x, y, response),
    depth: Math.abs(contrast) / Math.max(1, contrast < 0 ? level : mostLight(level)),
  };
}

/** Four directions only: most candidates end here. */
function isBlob({ grey, width, height, sigma }: Scale, x: number, y: number): boolean {
  const reach = Math.round(JUDGE.ground[0] * sigma);
  const slant = Math.round(reach * Math.SQRT1_2);
  const at = (dx: number, dy: number): number => {
    const column = Math.min(width - 1, Math.max(0, x + dx));
    const row = Math.min(height - 1, Math.max(0, y + dy));
    return grey[row * width + column] ?? 0;
  };
  const middle = 2 * at(0, 0);
  const contrasts = [
    middle - at(reach, 0) - at(-reach, 0),
    middle - at(0, reach) - at(0, -reach),
    middle - at(slant, slant) - at(-slant, -slant),
    middle - at(slant, -slant) - at(-slant, slant),
  ];
  const sign = Math.sign(contrasts[0] ?? 0);
  const signed = contrasts.map((contrast) => contrast * sign);
  return Math.min(...signed) > JUDGE.even * Math.max(...signed);
}

/** Stops early. @param most difference */
function isQuiet(
  { difference, width, height, sigma }: Scale,
  x: number,
  y: number,
  most: number,
): boolean {
  const places = JUDGE.surroundings.length * JUDGE.directions;
  let allowed = places * (1 - JUDGE.quiet);
  for (const reach of JUDGE.surroundings) {
    for (const direction of DIRECTIONS) {
      const column = x + Math.round(direction.x * reach * sigma);
      const row = y + Math.round(direction.y * reach * sigma);
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      if (Math.abs(difference[row * width + column] ?? 0) <= most) continue;
      allowed -= 1;
      if (allowed < 0) return false;
    }
  }
  return true;
}

function companyOf(scale: Scale, x: number, y: number, response: number): number {
  const field = { ...scale, grey: scale.difference };
  const answers = JUDGE.surroundings
    .flatMap((reach) => circle(field, x, y, reach * scale.sigma))
    .map(({ value }) => Math.abs(value / response));
  const half = Math.max(JUDGE.leastHalf, quantile(answers, JUDGE.half));
  return quantile(answers, JUDGE.most) ** 2 / half;
}

function mostLight(ground: number): number {
  return Math.min(255 - ground, JUDGE.light.times * ground + JUDGE.light.levels);
}

interface Sample {
  /** Relative to the centre. */
  readonly x: number;
  readonly y: number;
  readonly value: number;
}

/** Samples inside the picture. */
function circle({ grey, width, height }: Scale, x: number, y: number, radius: number): Sample[] {
  const samples: Sample[] = [];
  for (const direction of DIRECTIONS) {
    const dx = Math.round(radius * direction.x);
    const dy = Math.round(radius * direction.y);
    const [column, row] = [x + dx, y + dy];
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    samples.push({ x: dx, y: dy, value: grey[row * width + column] ?? 0 });
  }
  return samples;
}

function radiusOf(
  scale: Scale,
  x: number,
  y: number,
  ground: (dx: number, dy: number) => number,
  contrast: number,
): number {
  const most = JUDGE.ground[0] * scale.sigma;
  const step = scale.sigma / JUDGE.steps;
  for (let radius = scale.sigma; radius < most; radius += step) {
    const samples = circle(scale, x, y, radius);
    const sum = samples.reduce((total, at) => total + at.value - ground(at.x, at.y), 0);
    if (sum / samples.length / contrast < JUDGE.edge) return radius;
  }
  return most;
}

function planeThrough(samples: readonly Sample[]): { at(x: number, y: number): number } {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const middle = {
    x: mean(({ x }) => x),
    y: mean(({ y }) => y),
    value: mean(({ value }) => value),
  };
  const both = (a: keyof Sample, b: keyof Sample): number =>
    mean((sample) => (sample[a] - middle[a]) * (sample[b] - middle[b]));
  const [xx, xy, yy, xv, yv] = [
    both('x', 'x'),
    both('x', 'y'),
    both('y', 'y'),
    both('x', 'value'),
    both('y', 'value'),
  ];
  const determinant = xx * yy - xy * xy;
  const across = determinant === 0 ? 0 : (xv * yy - yv * xy) / determinant;
  const down = determinant === 0 ? 0 : (yv * xx - xv * xy) / determinant;
  return { at: (x, y) => middle.value + across * (x - middle.x) + down * (y - middle.y) };
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}
