/**
 * Filling a hole from its surroundings: each group of holes by itself, with as much of the picture
 * as it needs.
 */
import { holeGroups, type Rectangle, withSurroundings } from './regions.ts';
import { fillSmoothly } from './smooth.ts';
import { synthesise } from './synthesise.ts';

/** A picture with a hole. */
export interface FillInput {
  readonly width: number;
  readonly height: number;
  /** RGB samples, 3 bytes a pixel, row by row; the hole is filled in place. */
  readonly colours: Uint8Array;
  /** One byte a pixel; 1 = fill. */
  readonly hole: Uint8Array;
  /** One byte a pixel; 1 = known, but nothing may be copied from it. Null: all may. */
  readonly unusable: Uint8Array | null;
}

/**
 * Fills the hole of a picture from its surroundings, in place. Pixels outside the hole are not
 * written. Equal input has equal output.
 *
 * @param variant another number fills it in another way
 */
export function fillHole(input: FillInput, variant = 0): void {
  const { width, height, colours, hole } = input;
  const unusable = Uint8Array.from(hole);
  if (input.unusable !== null) {
    for (let at = 0; at < hole.length; at += 1) if (input.unusable[at] === 1) unusable[at] = 1;
  }
  const whole: Rectangle = { left: 0, top: 0, width, height };
  for (const group of holeGroups(hole, width, height)) {
    const near = withSurroundings(group, width, height);
    if (fillRegion(input, unusable, group, near, variant)) continue;
    if (fillRegion(input, unusable, group, whole, variant)) continue;
    const known = Uint8Array.from(unusable, (value) => 1 - value);
    fillSmoothly(colours, known, hole, width, height);
    return;
  }
}

/** Fills one group from a region; false when the region has nothing to copy from. */
function fillRegion(
  input: FillInput,
  unusable: Uint8Array,
  group: Rectangle,
  region: Rectangle,
  variant: number,
): boolean {
  const { width, colours, hole } = input;
  const regionColours = new Uint8Array(3 * region.width * region.height);
  const regionHole = new Uint8Array(region.width * region.height);
  const regionUnusable = new Uint8Array(region.width * region.height);
  for (let y = 0; y < region.height; y += 1) {
    const from = (region.top + y) * width + region.left;
    const to = y * region.width;
    regionColours.set(colours.subarray(3 * from, 3 * (from + region.width)), 3 * to);
    regionUnusable.set(unusable.subarray(from, from + region.width), to);
    const isInGroup = region.top + y >= group.top && region.top + y < group.top + group.height;
    if (!isInGroup) continue;
    const start = group.left - region.left;
    const holeRow = hole.subarray(from + start, from + start + group.width);
    regionHole.set(holeRow, to + start);
  }
  const { width: across, height: down } = region;
  if (!synthesise(across, down, regionColours, regionHole, regionUnusable, variant)) return false;
  for (let y = 0; y < region.height; y += 1) {
    for (let x = 0; x < region.width; x += 1) {
      const from = 3 * (y * region.width + x);
      if (regionHole[y * region.width + x] !== 1) continue;
      colours.set(
        regionColours.subarray(from, from + 3),
        3 * ((region.top + y) * width + region.left + x),
      );
    }
  }
  return true;
}
