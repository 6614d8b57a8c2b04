/** Wexler et al., Space-Time Completion of Video, 2007; Newson et al., 2014. */
import { createRandom, type RandomBelow } from '../pictures/random.ts';
import { changeDifferences, fillSmoothly } from './differences.ts';
import { distanceTo, type Region } from './region.ts';

/** Patches are squares of 7 x 7 pixels, as in both papers. */
const RADIUS = 3;
const SIDE = 2 * RADIUS + 1;

/** Coarsens while a hole is deeper than `depth`, to no smaller sides and no fewer sources. */
const PYRAMID = { depth: 6, side: 28, sources: 150 } as const;

/** Weights of a guessed pixel next to 1 for a known one. The best of these pictures is kept. */
const GUESSES = [0.15, 0.02, 0.5] as const;

const VOTING = {
  /** Exponent of the weight `1 / distance`: blends while searching, selects at the end. */
  coarse: 1,
  finest: 4,
  /** Mean change of a sample, in levels, below which a level has converged. */
  converged: 0.4,
  /** Mean squared difference below which differences are noise. */
  noise: 4,
  /** Factor of a vote for each pixel into the hole, so that the edge counts more. */
  inwards: 0.7,
  deepest: 24,
} as const;

/** Largest step between neighbours that is evened out, in levels; larger ones are structure. */
const MOST_STEP = 16;

const LIGHTING_REACH = 0.5;

/** Positions are `y * width + x`; lists of them are in reading order. */
interface Level extends Region {
  readonly holePixels: Int32Array;
  /** Centres of patches that overlap the hole. */
  readonly targets: Int32Array;
  /** Centres of patches that may be copied. */
  readonly sources: Int32Array;
  readonly isSource: Uint8Array;
  /** Distance of each pixel of the hole to the nearest known one. */
  readonly depth: Uint8Array;
}

/** The source centre of each target, else -1, and the sum of squared differences. */
interface Field {
  readonly source: Int32Array;
  readonly distance: Int32Array;
}

/** @returns false if there is nothing to copy from */
export function synthesise(region: Region, variant: number): boolean {
  const random = createRandom(0x9e3779b9 + variant);
  let level = createLevel(region);
  const finer: Level[] = [];
  while (level.depth.some((depth) => depth > PYRAMID.depth)) {
    const half = createLevel(halve(level));
    if (Math.min(half.width, half.height) < PYRAMID.side) break;
    if (half.sources.length < PYRAMID.sources) break;
    finer.push(level);
    level = half;
  }
  if (level.sources.length === 0) return false;
  let field = start(level, random);
  for (;;) {
    converge(level, field, random, finer.length === 0 ? VOTING.finest : VOTING.coarse);
    const next = finer.pop();
    if (next === undefined) break;
    field = refine(level, field, next, random);
    level = next;
  }
  evenLighting(level, field);
  return true;
}

function createLevel(region: Region): Level {
  const { width, height, hole, unusable } = region;
  const toHole = distanceTo(hole, 1, width, height);
  const toUnusable = distanceTo(unusable, 1, width, height);
  const isSource = new Uint8Array(hole.length);
  const isTarget = new Uint8Array(hole.length);
  for (let y = RADIUS; y < height - RADIUS; y += 1) {
    for (let at = y * width + RADIUS; at < (y + 1) * width - RADIUS; at += 1) {
      if ((toHole[at] as number) <= RADIUS) isTarget[at] = 1;
      if ((toUnusable[at] as number) > RADIUS) isSource[at] = 1;
    }
  }
  return {
    ...region,
    holePixels: positionsOf(hole),
    targets: positionsOf(isTarget),
    sources: positionsOf(isSource),
    isSource,
    depth: distanceTo(hole, 0, width, height),
  };
}

function positionsOf(mask: Uint8Array): Int32Array {
  const positions = new Int32Array(mask.reduce((sum, value) => sum + value, 0));
  for (let at = 0, count = 0; at < mask.length; at += 1) {
    if (mask[at] === 1) positions[count++] = at;
  }
  return positions;
}

/** Halves the region; a pixel that covers any of the hole is hole. */
function halve({ width, height, colours, hole, unusable }: Region): Region {
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const half = {
    width: across,
    height: down,
    colours: new Uint8Array(3 * across * down),
    hole: new Uint8Array(across * down),
    unusable: new Uint8Array(across * down),
  };
  for (let y = 0, to = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1, to += 1) {
      const corner = 2 * y * width + 2 * x;
      const right = 2 * x + 1 < width ? 1 : 0;
      const below = 2 * y + 1 < height ? width : 0;
      let [red, green, blue] = [2, 2, 2];
      for (const at of [corner, corner + right, corner + below, corner + below + right]) {
        if (hole[at] === 1) half.hole[to] = 1;
        if (unusable[at] === 1) half.unusable[to] = 1;
        red += colours[3 * at] as number;
        green += colours[3 * at + 1] as number;
        blue += colours[3 * at + 2] as number;
      }
      half.colours.set([red >> 2, green >> 2, blue >> 2], 3 * to);
    }
  }
  return half;
}

/** Keeps the attempt whose patches are most like the surroundings. */
function start(level: Level, random: RandomBelow): Field {
  const { width, height, colours, hole, targets, sources } = level;
  const attempts = GUESSES.map((guessWeight) => {
    fillSmoothly(level);
    const weights = Float64Array.from(hole, (value) => (value === 1 ? guessWeight : 1));
    const field = emptyField(level);
    for (const at of targets) field.source[at] = sources[random(sources.length)] as number;
    search(level, field, 6, Math.max(width, height), random, weights);
    vote(level, field, VOTING.coarse);
    converge(level, field, random, VOTING.coarse);
    search(level, field, 2, Math.max(width, height), random);
    const cost = targets.reduce((sum, at) => sum + (field.distance[at] as number), 0);
    return { field, colours: Uint8Array.from(colours), cost };
  });
  const best = attempts.reduce((a, b) => (b.cost < a.cost ? b : a));
  colours.set(best.colours);
  return best.field;
}

function emptyField({ hole }: Level): Field {
  return { source: new Int32Array(hole.length).fill(-1), distance: new Int32Array(hole.length) };
}

function inside(at: number, width: number, height: number): number {
  const within = (value: number, side: number): number =>
    Math.max(RADIUS, Math.min(side - 1 - RADIUS, value));
  return within(Math.floor(at / width), height) * width + within(at % width, width);
}

function converge(level: Level, field: Field, random: RandomBelow, sharpness: number): void {
  const count = level.targets.length;
  const rounds = count < 5_000 ? 12 : count < 60_000 ? 6 : count < 250_000 ? 3 : 1;
  const sweeps = count < 5_000 ? 4 : count < 250_000 ? 2 : 1;
  const whole = Math.max(level.width, level.height);
  const radius = count < 60_000 ? whole : count < 250_000 ? 32 : 2;
  for (let round = 0; round < rounds; round += 1) {
    search(level, field, sweeps, radius, random);
    if (vote(level, field, sharpness) < VOTING.converged) break;
  }
}

/** PatchMatch (Barnes et al., 2009), in place. @param radius halved down to 1 */
function search(
  level: Level,
  field: Field,
  sweeps: number,
  radius: number,
  random: RandomBelow,
  weights: Float64Array | null = null,
): void {
  const { width, targets, isSource } = level;
  const { source, distance } = field;
  for (const at of targets) {
    distance[at] = differenceOf(level, at, source[at] as number, Infinity, weights);
  }
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const step = sweep % 2 === 0 ? 1 : -1;
    const first = step === 1 ? 0 : targets.length - 1;
    for (let index = first; index >= 0 && index < targets.length; index += step) {
      const at = targets[index] as number;
      let best = source[at] as number;
      let least = distance[at] as number;
      let reach = radius;
      for (let trial = 0; least > 0 && (trial < 2 || reach >= 1); trial += 1) {
        let tried: number;
        if (trial === 0) tried = (source[at - step] as number) + step;
        else if (trial === 1) tried = (source[at - step * width] as number) + step * width;
        else {
          const across = random(2 * reach + 1) - reach;
          tried = best + across + width * (random(2 * reach + 1) - reach);
          reach >>= 1;
        }
        // next to a neighbour without a source is the margin, which has no sources
        if (tried === best || isSource[tried] !== 1) continue;
        const found = differenceOf(level, at, tried, least, weights);
        if (found >= least) continue;
        least = found;
        best = tried;
      }
      source[at] = best;
      distance[at] = least;
    }
  }
}

/** @param limit stops early: a sum above it may be too small */
function differenceOf(
  { colours, width }: Level,
  target: number,
  source: number,
  limit: number,
  weights: Float64Array | null,
): number {
  const corner = RADIUS * width + RADIUS;
  let a = target - corner;
  let b = source - corner;
  let sum = 0;
  for (let row = 0; row < SIDE && sum < limit; row += 1, a += width - SIDE, b += width - SIDE) {
    for (let column = 0; column < SIDE; column += 1, a += 1, b += 1) {
      const red = (colours[3 * a] as number) - (colours[3 * b] as number);
      const green = (colours[3 * a + 1] as number) - (colours[3 * b + 1] as number);
      const blue = (colours[3 * a + 2] as number) - (colours[3 * b + 2] as number);
      const square = red * red + green * green + blue * blue;
      sum += weights === null ? square : (weights[a] as number) * square;
    }
  }
  return sum;
}

/** @returns mean change of a sample, in levels */
function vote(level: Level, field: Field, sharpness: number): number {
  const { width, height, colours, depth, holePixels, targets } = level;
  const weights = new Float32Array(depth.length);
  for (const at of targets) {
    const error = (field.distance[at] as number) / (3 * SIDE * SIDE) + VOTING.noise;
    const inwards = Math.min(VOTING.deepest, depth[at] as number);
    weights[at] = VOTING.inwards ** inwards * error ** -sharpness;
  }
  let change = 0;
  for (const at of holePixels) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const left = Math.max(RADIUS, x - RADIUS);
    const right = Math.min(width - 1 - RADIUS, x + RADIUS);
    const bottom = Math.min(height - 1 - RADIUS, y + RADIUS);
    let [red, green, blue, total] = [0.0, 0.0, 0.0, 0.0];
    for (let row = Math.max(RADIUS, y - RADIUS); row <= bottom; row += 1) {
      for (let centre = row * width + left; centre <= row * width + right; centre += 1) {
        const weight = weights[centre] as number;
        const sample = 3 * ((field.source[centre] as number) + at - centre);
        red += weight * (colours[sample] as number);
        green += weight * (colours[sample + 1] as number);
        blue += weight * (colours[sample + 2] as number);
        total += weight;
      }
    }
    if (total === 0) continue;
    for (const [channel, sum] of [red, green, blue].entries()) {
      const value = (sum / total + 0.5) | 0;
      change += Math.abs(value - (colours[3 * at + channel] as number));
      colours[3 * at + channel] = value;
    }
  }
  return change / Math.max(1, 3 * holePixels.length);
}

function refine(coarse: Level, field: Field, fine: Level, random: RandomBelow): Field {
  const refined = emptyField(fine);
  const { width, height, colours, sources } = fine;
  for (const at of fine.targets) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const parent = inside((y >> 1) * coarse.width + (x >> 1), coarse.width, coarse.height);
    const from = field.source[parent] as number;
    const across = (from % coarse.width) - (parent % coarse.width);
    const down = Math.floor(from / coarse.width) - Math.floor(parent / coarse.width);
    const source = from < 0 ? -1 : at + 2 * (down * width + across);
    const isSource = fine.isSource[source] === 1;
    refined.source[at] = isSource ? source : (sources[random(sources.length)] as number);
  }
  for (const at of fine.holePixels) {
    const centre = inside(at, width, height);
    const from = 3 * ((refined.source[centre] as number) + at - centre);
    colours.copyWithin(3 * at, from, from + 3);
  }
  return refined;
}

function evenLighting(level: Level, { source }: Field): void {
  const { colours, hole } = level;
  const missing = (first: number, second: number): number => {
    let wanted = 0;
    let patches = 0;
    for (const sample of [first, second]) {
      const pixel = Math.floor(sample / 3);
      const from = source[pixel] as number;
      if (from < 0 || hole[pixel] !== 1) continue;
      const shift = 3 * (from - pixel);
      wanted += (colours[second + shift] as number) - (colours[first + shift] as number);
      patches += 1;
    }
    if (patches === 0) return 0;
    const is = (colours[second] as number) - (colours[first] as number);
    return Math.max(-MOST_STEP, Math.min(MOST_STEP, wanted / patches - is));
  };
  changeDifferences(level, hole, missing, LIGHTING_REACH, 2);
}
