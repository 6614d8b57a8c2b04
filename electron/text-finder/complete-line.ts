/** Completing a line of text with the regions that are no letters by themselves. */
import type { Character, MeasuredPicture } from './characters.ts';
import type { ExtremalRegion } from './extremal-regions.ts';
import type { TextLine } from './lines.ts';

const COMPLETION = {
  /** Height of a region that is taken in, over the line's: from a full stop to an ascender. */
  mostHeight: 1.9,
  /** Width, over the line's height: letters that touch. */
  mostWidth: 6,
  /** Gap to the letters there are, in heights. */
  gap: 1.3,
  /** How far it may stand out above or below the line, in heights. */
  beyond: 0.45,
  /** Distance of the colours (Euclidean, RGB): of anything, and of a letter of the same height. */
  colours: 60,
  letterColours: 130,
  /** Most ratio of the heights of such a letter and the line. */
  sameHeight: 1.4,
} as const;

/** A letter's place on the line. */
interface Place {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * The regions of a line with those that are no letters by themselves: dots, letters that touch,
 * those that were measured badly. Grows outwards from the letters, region by region.
 *
 * @param regions all regions of the same polarity
 * @param characters those that could be letters; they let a pale watermark go on over another ground
 */
export function completeLine(
  line: TextLine,
  regions: readonly ExtremalRegion[],
  characters: readonly Character[],
  picture: MeasuredPicture,
): readonly ExtremalRegion[] {
  const taken = new Set(line.characters.map(({ region }) => region));
  const colour = meanColour(line);
  const letters = new Set(characters.map(({ region }) => region));
  const candidates = regions.filter(
    (region) =>
      !taken.has(region) &&
      region.bottom - region.top < COMPLETION.mostHeight * line.height &&
      region.right - region.left < COMPLETION.mostWidth * line.height,
  );
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false;
    for (const region of candidates) {
      if (taken.has(region)) continue;
      const near = nearest([...taken], region);
      if (near === null || !fits(region, near, line.height)) continue;
      const height = region.bottom - region.top + 1;
      const isLetter =
        letters.has(region) &&
        Math.max(height / line.height, line.height / height) < COMPLETION.sameHeight;
      const most = isLetter ? COMPLETION.letterColours : COMPLETION.colours;
      if (distance(colourOf(region, picture), colour) > most) continue;
      taken.add(region);
      isGrowing = true;
    }
  }
  return [...taken];
}

/** The taken region that is closest along the line. */
function nearest(taken: readonly Place[], region: Place): Place | null {
  let best: Place | null = null;
  let least = Infinity;
  for (const each of taken) {
    const gap = Math.max(each.left - region.right, region.left - each.right);
    if (gap >= least) continue;
    least = gap;
    best = each;
  }
  return best;
}

function fits(region: Place, near: Place, height: number): boolean {
  const gap = Math.max(near.left - region.right, region.left - near.right);
  if (gap > COMPLETION.gap * height) return false;
  const middle = (near.top + near.bottom) / 2;
  const half = Math.max(height, near.bottom - near.top) / 2 + COMPLETION.beyond * height;
  return region.top >= middle - half && region.bottom <= middle + half;
}

type Colour = readonly [number, number, number];

function meanColour({ characters }: TextLine): Colour {
  const mean = (channel: 0 | 1 | 2): number =>
    characters.reduce((sum, { colour }) => sum + colour[channel], 0) / characters.length;
  return [mean(0), mean(1), mean(2)];
}

function colourOf(region: ExtremalRegion, { colours }: MeasuredPicture): Colour {
  let [red, green, blue] = [0, 0, 0];
  for (const pixel of region.pixels) {
    red += colours[3 * pixel] as number;
    green += colours[3 * pixel + 1] as number;
    blue += colours[3 * pixel + 2] as number;
  }
  const count = region.pixels.length;
  return [red / count, green / count, blue / count];
}

function distance(left: Colour, right: Colour): number {
  return Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2]);
}
