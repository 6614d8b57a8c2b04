/**
 * The first guess at each scale: peeled from the edge inwards, then carried over to the next finer
 * one.
 */
import { type Level, listSources, PATCH_RADIUS, PATCH_SIDE } from './level.ts';
import { createField, type Field } from './match.ts';
import type { RandomBelow } from './random.ts';
import { fillSmoothly } from './smooth.ts';

const EFFORT = {
  /** Most comparisons of a peel: pixels of the hole times sources tried for each. */
  comparisons: 400_000,
  /** Least and most sources tried for a pixel; all of them when there are fewer. */
  leastTries: 64,
  mostTries: 1_000,
  /** Most sources tried at full scale, where a small hole has much to choose from. */
  mostTriesAtFullScale: 250,
} as const;

/**
 * First guess at the coarsest level: the hole is peeled from its edge inwards, each pixel copied from
 * the source whose patch agrees best with what is known so far (onion-peel initialisation of Newson
 * et al., 2014).
 *
 * @param isFullScale the level is not a reduced one
 * @param guessWeight weight of a pixel that is only guessed (a smooth interpolation), beside 1 for a
 *   known one; the larger, the less do objects of the surroundings grow into the hole
 * @returns a field in which every target has a source
 */
export function peel(
  level: Level,
  random: RandomBelow,
  isFullScale: boolean,
  guessWeight: number,
): Field {
  const { width, height, colours, hole, depth, targets } = level;
  const sources = listSources(level);
  const pixels = PATCH_SIDE * PATCH_SIDE;
  const scratch: Scratch = {
    places: new Int32Array(pixels),
    offsets: new Int32Array(pixels),
    weights: new Float64Array(pixels),
  };
  const field = createField(level);
  const known = Uint8Array.from(hole, (value) => 1 - value);
  fillSmoothly(colours, known, hole, width, height);
  const layers: number[][] = [];
  let holePixels = 0;
  for (let at = 0; at < hole.length; at += 1) {
    if (hole[at] !== 1) continue;
    holePixels += 1;
    (layers[depth[at] as number] ??= []).push(at);
  }
  const affordable = Math.floor(EFFORT.comparisons / Math.max(1, holePixels));
  const most = isFullScale ? EFFORT.mostTriesAtFullScale : EFFORT.mostTries;
  const tries = Math.min(sources.length, Math.max(EFFORT.leastTries, Math.min(most, affordable)));
  for (const layer of layers) {
    if (layer === undefined) continue;
    for (const at of layer) {
      const centre = clampToInterior(at, width, height);
      const best = bestAgreement(
        level,
        sources,
        known,
        scratch,
        guessWeight,
        centre,
        tries,
        random,
      );
      const from = best + at - centre;
      colours.copyWithin(3 * at, 3 * from, 3 * from + 3);
      if (field.source[centre] === -1) field.source[centre] = best;
    }
    for (const at of layer) known[at] = 1;
  }
  for (const at of targets) {
    // Patches that only reach into the hole are mostly known; the search will find their like.
    if (field.source[at] === -1) field.source[at] = anySource(level, random);
  }
  return field;
}

/** Room for the pixels of one patch. */
interface Scratch {
  /** Sample positions in the target. */
  readonly places: Int32Array;
  /** The same, from the patch's centre. */
  readonly offsets: Int32Array;
  readonly weights: Float64Array;
}

/** The source that differs least from a target's known pixels. */
function bestAgreement(
  level: Level,
  sources: Int32Array,
  known: Uint8Array,
  scratch: Scratch,
  guessWeight: number,
  target: number,
  tries: number,
  random: RandomBelow,
): number {
  const { width, colours } = level;
  const corner = target - PATCH_RADIUS * width - PATCH_RADIUS;
  // Known pixels first: they differ most and end a hopeless comparison early.
  let count = 0;
  for (const wanted of [1, 0]) {
    for (let row = 0; row < PATCH_SIDE; row += 1) {
      for (let column = 0; column < PATCH_SIDE; column += 1) {
        const at = corner + row * width + column;
        if (known[at] !== wanted) continue;
        scratch.places[count] = 3 * at;
        scratch.offsets[count] = 3 * (at - target);
        scratch.weights[count] = wanted === 1 ? 1 : guessWeight;
        count += 1;
      }
    }
  }
  const { places, offsets, weights } = scratch;
  let best = sources[0] as number;
  let least = Infinity;
  const all = tries >= sources.length;
  for (let index = 0; index < tries; index += 1) {
    const source = sources[all ? index : random(sources.length)] as number;
    let sum = 0;
    for (let part = 0; part < count && sum < least; part += 1) {
      const a = places[part] as number;
      const b = 3 * source + (offsets[part] as number);
      const red = (colours[a] as number) - (colours[b] as number);
      const green = (colours[a + 1] as number) - (colours[b + 1] as number);
      const blue = (colours[a + 2] as number) - (colours[b + 2] as number);
      sum += (weights[part] as number) * (red * red + green * green + blue * blue);
    }
    if (sum < least) {
      least = sum;
      best = source;
    }
  }
  return best;
}

/** The centre nearest to a pixel whose patch lies whole inside the picture. */
function clampToInterior(at: number, width: number, height: number): number {
  const y = Math.floor(at / width);
  const x = at - y * width;
  return clampToSide(y, height) * width + clampToSide(x, width);
}

function clampToSide(value: number, side: number): number {
  return Math.min(side - 1 - PATCH_RADIUS, Math.max(PATCH_RADIUS, value));
}

/**
 * Carries a coarse field over to the next finer level.
 *
 * @returns a field in which every target has a source
 */
export function refineField(coarse: Level, field: Field, fine: Level, random: RandomBelow): Field {
  const refined = createField(fine);
  const isTarget = (at: number): boolean => (field.source[at] as number) >= 0;
  const isSource = (at: number): boolean => fine.isSource[at] === 1;
  for (const at of fine.targets) {
    const y = Math.floor(at / fine.width);
    const x = at - y * fine.width;
    const parent = nearest(coarse, x >> 1, y >> 1, isTarget);
    if (parent === -1) {
      refined.source[at] = anySource(fine, random);
      continue;
    }
    const parentY = Math.floor(parent / coarse.width);
    const parentX = parent - parentY * coarse.width;
    const from = field.source[parent] as number;
    const fromY = 2 * (Math.floor(from / coarse.width) - parentY) + y;
    const fromX = 2 * ((from % coarse.width) - parentX) + x;
    const source = nearest(fine, fromX, fromY, isSource);
    refined.source[at] = source === -1 ? anySource(fine, random) : source;
    refined.distance[at] = field.distance[parent] as number;
  }
  return refined;
}

/** A random source; after many misses the first one. */
function anySource(level: Level, random: RandomBelow): number {
  for (let miss = 0; miss < 1000; miss += 1) {
    const at = random(level.isSource.length);
    if (level.isSource[at] === 1) return at;
  }
  return level.isSource.indexOf(1);
}

/** The nearest position to (x, y) of a kind, within a patch's radius; -1 when there is none. */
function nearest(
  { width, height }: Level,
  x: number,
  y: number,
  isWanted: (at: number) => boolean,
): number {
  for (let radius = 0; radius <= PATCH_RADIUS; radius += 1) {
    for (let row = y - radius; row <= y + radius; row += 1) {
      if (row < 0 || row >= height) continue;
      for (let column = x - radius; column <= x + radius; column += 1) {
        if (column < 0 || column >= width) continue;
        const at = row * width + column;
        if (isWanted(at)) return at;
      }
    }
  }
  return -1;
}
