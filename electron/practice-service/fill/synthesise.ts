/** Filling a region by patches, from the coarsest scale to the finest. */
import { createLevel, halve, type Level } from './level.ts';
import { evenLighting } from './lighting.ts';
import { type Field, searchField } from './match.ts';
import { createRandom, type RandomBelow } from './random.ts';
import { peel, refineField } from './start.ts';
import { copyCentres, vote } from './vote.ts';

const PYRAMID = {
  /** Coarsening stops when no pixel of the hole is further than this from a known one. */
  depth: 6,
  /** Least width and height of a level. */
  side: 28,
  /** Least number of sources of a level. */
  sources: 150,
} as const;

/** Weights of the guess with which the first picture is tried, see `peel`. */
const STARTS = { first: 0.15, others: [0.02, 0.5] } as const;

const VOTING = {
  /** Sharpness of the votes: blending while the picture is found, selecting at the end. */
  coarse: 1,
  finest: 4,
  /** Mean change of a sample, in levels, below which a level is settled. */
  settled: 0.4,
} as const;

/** The work at a level. */
interface Effort {
  /** Rounds of searching and voting. */
  readonly rounds: number;
  readonly sweeps: number;
  /** First radius of the random search. */
  readonly radius: number;
}

/** A first picture and how ill it fits. */
interface Attempt {
  readonly field: Field;
  readonly colours: Uint8Array;
  readonly cost: number;
}

/** Seed of a first fill; further variants add to it. */
const SEED = 0x9e3779b9;

/**
 * Fills the hole of a region by patches of its surroundings, from coarse to fine (Wexler et al.,
 * Space-Time Completion of Video, 2007; Newson et al., Video Inpainting of Complex Scenes, 2014).
 *
 * @param finest the region; its colours are written inside the hole
 * @returns false when the region has nothing to copy from
 */
export function synthesise(
  width: number,
  height: number,
  colours: Uint8Array,
  hole: Uint8Array,
  unusable: Uint8Array,
  variant: number,
): boolean {
  const random = createRandom(SEED + variant);
  const levels = buildPyramid(createLevel(width, height, colours, hole, unusable));
  let level = levels.pop();
  if (level === undefined || level.sourceCount === 0) return false;
  let field = start(level, random, levels.length === 0);
  for (;;) {
    settle(level, field, random, levels.length === 0 ? VOTING.finest : VOTING.coarse);
    const finer = levels.pop();
    if (finer === undefined) {
      evenLighting(level, field);
      return true;
    }
    field = refineField(level, field, finer, random);
    level = finer;
    copyCentres(level, field);
  }
}

/**
 * The first picture, at the coarsest level: several are made, and the one is kept whose patches
 * are most like patches of the surroundings, those over the hole's edge included. A hole so small
 * that nothing is reduced has little room for mistakes and is made once.
 */
function start(level: Level, random: RandomBelow, isFullScale: boolean): Field {
  if (isFullScale) return peel(level, random, isFullScale, STARTS.first);
  const colours = Uint8Array.from(level.colours);
  const attempt = (guessWeight: number): Attempt => {
    level.colours.set(colours);
    const field = peel(level, random, isFullScale, guessWeight);
    settle(level, field, random, VOTING.coarse);
    const cost = costOf(level, field, random);
    return { field, colours: Uint8Array.from(level.colours), cost };
  };
  let best = attempt(STARTS.first);
  for (const guessWeight of STARTS.others) {
    const next = attempt(guessWeight);
    if (next.cost < best.cost) best = next;
  }
  level.colours.set(best.colours);
  return best.field;
}

/** Searches and votes until the picture changes no more. */
function settle(level: Level, field: Field, random: RandomBelow, sharpness: number): void {
  const effort = effortFor(level);
  for (let round = 0; round < effort.rounds; round += 1) {
    searchField(level, field, effort, random);
    if (vote(level, field, sharpness) < VOTING.settled) break;
  }
}

/** Sum of the distances between all patches over the hole and their likes. */
function costOf(level: Level, field: Field, random: RandomBelow): number {
  searchField(level, field, { sweeps: 2, radius: Math.max(level.width, level.height) }, random);
  let cost = 0;
  for (const at of level.targets) cost += field.distance[at] as number;
  return cost;
}

function buildPyramid(finest: Level): Level[] {
  const levels = [finest];
  let level = finest;
  while (level.largestDepth > PYRAMID.depth) {
    const next = halve(level);
    if (Math.min(next.width, next.height) < PYRAMID.side) break;
    if (next.sourceCount < PYRAMID.sources) break;
    levels.push(next);
    level = next;
  }
  return levels;
}

function effortFor(level: Level): Effort {
  const pixels = level.targets.length;
  const whole = Math.max(level.width, level.height);
  if (pixels < 5_000) return { rounds: 12, sweeps: 4, radius: whole };
  if (pixels < 60_000) return { rounds: 6, sweeps: 2, radius: whole };
  if (pixels < 250_000) return { rounds: 3, sweeps: 2, radius: 32 };
  return { rounds: 1, sweeps: 1, radius: 2 };
}
