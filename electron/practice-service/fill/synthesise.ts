import { createLevel, halve, type Level } from './level.ts';
import { evenLighting } from './lighting.ts';
import { searchField } from './match.ts';
import { createRandom } from './random.ts';
import { peel, refineField } from './start.ts';
import { copyCentres, vote } from './vote.ts';

const pyramid = {
  /** Coarsening stops when no pixel of the hole is further than this from a known one. */
  depth: 6,
  /** Least width and height of a level. */
  side: 28,
  /** Least number of sources of a level. */
  sources: 150,
} as const;

const voting = {
  /** Sharpness of the votes: blending while the picture is found, selecting at the end. */
  coarse: 2,
  finest: 4,
  /** Mean change of a sample, in levels, below which a level is settled. */
  settled: 0.4,
} as const;

/** What is done at a level. */
interface Effort {
  /** Rounds of searching and voting. */
  readonly rounds: number;
  readonly sweeps: number;
  /** First radius of the random search. */
  readonly radius: number;
}

/** Seed of every fill: equal calls have equal answers. */
const seed = 0x9e3779b9;

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
): boolean {
  const random = createRandom(seed);
  const levels = buildPyramid(createLevel(width, height, colours, hole, unusable));
  let level = levels.pop();
  if (level === undefined || level.sourceCount === 0) return false;
  let field = peel(level, random, levels.length === 0);
  for (;;) {
    const isFinest = levels.length === 0;
    const effort = effortFor(level);
    const sharpness = isFinest ? voting.finest : voting.coarse;
    for (let round = 0; round < effort.rounds; round += 1) {
      searchField(level, field, effort, random);
      if (vote(level, field, sharpness) < voting.settled) break;
    }
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

function buildPyramid(finest: Level): Level[] {
  const levels = [finest];
  let level = finest;
  while (level.largestDepth > pyramid.depth) {
    const next = halve(level);
    if (Math.min(next.width, next.height) < pyramid.side) break;
    if (next.sourceCount < pyramid.sources) break;
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
