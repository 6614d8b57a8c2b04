/**
 * One scale of the picture that is being filled, with everything that the search asks about its
 * pixels.
 */
import { boundingBox, type Rectangle } from './regions.ts';

/**
 * Patches are squares of `2 * patchRadius + 1` pixels. 7 x 7 is the size of Wexler et al. (2007) and
 * of Newson et al. (2014).
 */
export const PATCH_RADIUS = 3;
/** Side of a patch, in pixels. */
export const PATCH_SIDE = 2 * PATCH_RADIUS + 1;

/** One scale of the picture. Positions are `y * width + x`. */
export interface Level {
  readonly width: number;
  readonly height: number;
  /** RGB bytes, 3 a pixel. Pixels of the hole change while it is filled. */
  readonly colours: Uint8Array;
  /** 1 = to be filled. */
  readonly hole: Uint8Array;
  /** 1 = nothing may be copied from here, hole or not. */
  readonly unusable: Uint8Array;
  /** Patch centres that overlap the hole and lie whole inside the picture, in reading order. */
  readonly targets: Int32Array;
  /** 1 = centre of a patch that may be copied: whole inside the picture, clear of `unusable`. */
  readonly isSource: Uint8Array;
  /** Number of positions where `isSource` is 1. */
  readonly sourceCount: number;
  /** Bounding box of the hole. */
  readonly holeBox: Rectangle;
  /** Distance of each hole pixel to the nearest known pixel (chessboard, at most 255). */
  readonly depth: Uint8Array;
  /** The largest value of `depth`. */
  readonly largestDepth: number;
}

/** Builds a level from its picture. */
export function createLevel(
  width: number,
  height: number,
  colours: Uint8Array,
  hole: Uint8Array,
  unusable: Uint8Array,
): Level {
  const touchesHole = dilate(hole, width, height);
  const touchesUnusable = dilate(unusable, width, height);
  const isSource = new Uint8Array(width * height);
  const targets: number[] = [];
  let sourceCount = 0;
  for (let y = PATCH_RADIUS; y < height - PATCH_RADIUS; y += 1) {
    for (let x = PATCH_RADIUS; x < width - PATCH_RADIUS; x += 1) {
      const at = y * width + x;
      if (touchesHole[at] === 1) targets.push(at);
      if (touchesUnusable[at] === 1) continue;
      isSource[at] = 1;
      sourceCount += 1;
    }
  }
  const depth = depthOf(hole, width, height);
  let largestDepth = 0;
  for (const value of depth) if (value > largestDepth) largestDepth = value;
  return {
    width,
    height,
    colours,
    hole,
    unusable,
    targets: Int32Array.from(targets),
    isSource,
    sourceCount,
    holeBox: boundingBox(hole, width, { left: 0, top: 0, width, height }),
    depth,
    largestDepth,
  };
}

/** The next coarser level: half the size, averaged over known pixels; part hole is hole. */
export function halve(level: Level): Level {
  const { width, height, colours, hole, unusable } = level;
  const halfWidth = Math.ceil(width / 2);
  const halfHeight = Math.ceil(height / 2);
  const halfColours = new Uint8Array(halfWidth * halfHeight * 3);
  const halfHole = new Uint8Array(halfWidth * halfHeight);
  const halfUnusable = new Uint8Array(halfWidth * halfHeight);
  for (let y = 0; y < halfHeight; y += 1) {
    for (let x = 0; x < halfWidth; x += 1) {
      const right = Math.min(width - 1, 2 * x + 1);
      const below = Math.min(height - 1, 2 * y + 1);
      const at = y * halfWidth + x;
      const a = 2 * y * width + 2 * x;
      const b = 2 * y * width + right;
      const c = below * width + 2 * x;
      const d = below * width + right;
      halfHole[at] =
        (hole[a] as number) | (hole[b] as number) | (hole[c] as number) | (hole[d] as number);
      halfUnusable[at] =
        (unusable[a] as number) |
        (unusable[b] as number) |
        (unusable[c] as number) |
        (unusable[d] as number);
      for (let channel = 0; channel < 3; channel += 1) {
        const sum =
          (colours[3 * a + channel] as number) +
          (colours[3 * b + channel] as number) +
          (colours[3 * c + channel] as number) +
          (colours[3 * d + channel] as number);
        halfColours[3 * at + channel] = (sum + 2) >> 2;
      }
    }
  }
  return createLevel(halfWidth, halfHeight, halfColours, halfHole, halfUnusable);
}

/** Positions of all sources of a level, in reading order. */
export function listSources(level: Level): Int32Array {
  const sources = new Int32Array(level.sourceCount);
  let count = 0;
  for (let at = 0; at < level.isSource.length; at += 1) {
    if (level.isSource[at] === 1) sources[count++] = at;
  }
  return sources;
}

/** Spreads ones by the patch radius in all directions (a square), rows first, then columns. */
function dilate(mask: Uint8Array, width: number, height: number): Uint8Array {
  const rows = new Uint8Array(mask.length);
  for (let y = 0; y < height; y += 1) {
    let reach = -1;
    const start = y * width;
    for (let x = 0; x < Math.min(PATCH_RADIUS, width); x += 1) {
      if (mask[start + x] === 1) reach = x + PATCH_RADIUS;
    }
    for (let x = 0; x < width; x += 1) {
      const ahead = x + PATCH_RADIUS;
      if (ahead < width && mask[start + ahead] === 1) reach = ahead + PATCH_RADIUS;
      if (x <= reach) rows[start + x] = 1;
    }
  }
  const spread = new Uint8Array(mask.length);
  const reach = new Int32Array(width).fill(-1);
  for (let y = -PATCH_RADIUS; y < height; y += 1) {
    const ahead = y + PATCH_RADIUS;
    for (let x = 0; x < width; x += 1) {
      if (ahead < height && rows[ahead * width + x] === 1) reach[x] = ahead + PATCH_RADIUS;
      if (y >= 0 && y <= (reach[x] as number)) spread[y * width + x] = 1;
    }
  }
  return spread;
}

/** Chessboard distance into the hole (two passes of a chamfer transform). Picture edges are no source. */
function depthOf(hole: Uint8Array, width: number, height: number): Uint8Array {
  const depth = new Uint8Array(hole.length);
  const most = 255;
  for (let at = 0; at < hole.length; at += 1) depth[at] = hole[at] === 1 ? most : 0;
  const relax = (x: number, y: number, step: number): void => {
    const at = y * width + x;
    let least = depth[at] as number;
    if (least === 0) return;
    const previous = y - step;
    if (previous >= 0 && previous < height) {
      for (let dx = -1; dx <= 1; dx += 1) {
        if (x + dx < 0 || x + dx >= width) continue;
        least = Math.min(least, 1 + (depth[previous * width + x + dx] as number));
      }
    }
    if (x - step >= 0 && x - step < width)
      least = Math.min(least, 1 + (depth[at - step] as number));
    depth[at] = least;
  };
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) relax(x, y, 1);
  for (let y = height - 1; y >= 0; y -= 1) for (let x = width - 1; x >= 0; x -= 1) relax(x, y, -1);
  return depth;
}
