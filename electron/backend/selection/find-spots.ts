/** Dust and sensor spots: small round places that stand out from even surroundings. */
import type { Rect } from '../../../shared/geometry/rect.ts';
import { SELECTION_LIMITS } from '../../../shared/selection/selection-limits.ts';
import { boxMean } from './box-mean.ts';
import type { FoundSpot, HeldPicture, SelectionWork } from './messages.ts';

const SPOTS = {
  /** Halvings of the picture: each finds spots of twice the size. */
  levels: 5,
  /** Pixels of a level: half sides of the boxes around a spot and its surroundings. */
  spot: 1,
  surroundings: 6,
  /** Levels of brightness by which the weakest spot stands out, and the noise that is always there. */
  leastContrast: 2.5,
  noise: 1.2,
  /** How far a spot stands out, in noises of its surroundings: at sensitivity 0 and 100. */
  strict: 14,
  lenient: 4,
  /** Pixels of a level: longest side of a spot. */
  longest: 11,
  /** Shape: shorter side over longer one, and part of the box that is filled. */
  round: 0.5,
  filled: 0.45,
  /** Places that are compared with each other, at most. */
  candidates: 8000,
  /** Corners of an outline. */
  corners: 20,
  /** The outline lies so far beyond the spot: share of its size, and pixels. */
  beyond: 0.35,
  margin: 1.5,
} as const;

interface Level {
  readonly width: number;
  readonly height: number;
  readonly grey: Float32Array;
}

interface Candidate {
  /** Pixels of the picture. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly score: number;
}

export function findSpots(
  picture: HeldPicture,
  sensitivity: number,
): { readonly spots: readonly FoundSpot[]; readonly isCut: boolean } {
  const limit = thresholdAt(sensitivity);
  let level = greyOf(picture);
  const candidates: Candidate[] = [];
  for (let index = 0; index < SPOTS.levels && Math.min(level.width, level.height) > 24; index++) {
    candidates.push(...spotsOf(level, 2 ** index, limit));
    level = halved(level);
  }
  const strongest = withoutRepeats(candidates);
  const spots = strongest
    .slice(0, SELECTION_LIMITS.spots)
    .map((candidate) => toSpot(candidate, picture))
    .sort((a, b) => a.bounds.y - b.bounds.y || a.bounds.x - b.bounds.x);
  return { spots, isCut: strongest.length > SELECTION_LIMITS.spots };
}

/** The picture's fine differences, white on black, so that faint spots are seen. */
export function spotsView(
  picture: HeldPicture,
  sensitivity: number,
): SelectionWork['spotsView']['answer'] {
  const { grey, width, height } = greyOf(picture);
  const near = boxMean(grey, width, height, 1);
  const far = boxMean(grey, width, height, 12);
  const gain = 255 / (thresholdAt(sensitivity) * 2);
  const view = new Uint8Array(new ArrayBuffer(grey.length));
  for (let index = 0; index < grey.length; index++) {
    const difference = Math.abs((near[index] ?? 0) - (far[index] ?? 0)) - SPOTS.noise / 2;
    view[index] = Math.max(0, Math.min(255, difference * gain));
  }
  return { width, height, grey: view };
}

function thresholdAt(sensitivity: number): number {
  return SPOTS.strict * (SPOTS.lenient / SPOTS.strict) ** (sensitivity / 100);
}

function greyOf({ rgb, width, height }: HeldPicture): Level {
  const grey = new Float32Array(width * height);
  for (let index = 0, at = 0; index < grey.length; index++, at += 3) {
    grey[index] = 0.299 * (rgb[at] ?? 0) + 0.587 * (rgb[at + 1] ?? 0) + 0.114 * (rgb[at + 2] ?? 0);
  }
  return { grey, width, height };
}

function halved({ grey, width, height }: Level): Level {
  const half = { width: width >> 1, height: height >> 1 };
  const smaller = new Float32Array(half.width * half.height);
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      const at = 2 * y * width + 2 * x;
      smaller[y * half.width + x] =
        ((grey[at] ?? 0) +
          (grey[at + 1] ?? 0) +
          (grey[at + width] ?? 0) +
          (grey[at + width + 1] ?? 0)) /
        4;
    }
  }
  return { ...half, grey: smaller };
}

function spotsOf(level: Level, size: number, limit: number): Candidate[] {
  const { grey, width, height } = level;
  const near = boxMean(grey, width, height, SPOTS.spot);
  const far = boxMean(grey, width, height, SPOTS.surroundings);
  const difference = near.map((value, index) => value - (far[index] ?? 0));
  const noise = boxMean(difference.map(Math.abs), width, height, SPOTS.surroundings * 2);
  const isOut = new Uint8Array(grey.length);
  for (let index = 0; index < grey.length; index++) {
    const out = Math.abs(difference[index] ?? 0);
    const score = out / ((noise[index] ?? 0) + SPOTS.noise);
    if (out >= SPOTS.leastContrast && score >= limit / 2) isOut[index] = 1;
  }
  const found: Candidate[] = [];
  for (const part of partsOf(isOut, width, height)) {
    if (!isRound(part)) continue;
    const { x, y, width: across, height: down } = part.bounds;
    let peak = 0;
    for (const index of part.members) {
      const score = Math.abs(difference[index] ?? 0) / ((noise[index] ?? 0) + SPOTS.noise);
      peak = Math.max(peak, score);
    }
    if (peak < limit) continue;
    found.push({
      x: (x + across / 2) * size,
      y: (y + down / 2) * size,
      radius: (Math.max(across, down) / 2) * size,
      score: peak,
    });
  }
  return found;
}

interface Part {
  readonly bounds: Rect;
  readonly members: readonly number[];
}

function isRound({ bounds: { width, height }, members }: Part): boolean {
  const longer = Math.max(width, height);
  if (longer > SPOTS.longest || members.length < 3) return false;
  return (
    Math.min(width, height) >= SPOTS.round * longer &&
    members.length >= SPOTS.filled * width * height
  );
}

/** Pixels that touch each other, also by a corner. */
function partsOf(pixels: Uint8Array, width: number, height: number): Part[] {
  const parts: Part[] = [];
  for (let start = pixels.indexOf(1); start >= 0; start = pixels.indexOf(1, start + 1)) {
    const members = [start];
    pixels[start] = 0;
    let left = width;
    let right = 0;
    let bottom = 0;
    for (let at = 0; at < members.length; at++) {
      const index = members[at] ?? 0;
      const x = index % width;
      const y = (index - x) / width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      bottom = Math.max(bottom, y);
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const [nx, ny] = [x + dx, y + dy];
          if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
          const next = ny * width + nx;
          if (pixels[next] !== 1) continue;
          pixels[next] = 0;
          members.push(next);
        }
      }
    }
    const top = Math.floor(start / width);
    const bounds = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
    parts.push({ bounds, members });
  }
  return parts;
}

/** A spot shows at several sizes: the one that stands out most is it. */
function withoutRepeats(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  const strongest = [...candidates].sort((a, b) => b.score - a.score);
  for (const candidate of strongest.slice(0, SPOTS.candidates)) {
    const isNew = kept.every(
      ({ x, y, radius }) =>
        Math.hypot(x - candidate.x, y - candidate.y) > Math.max(radius, candidate.radius) * 1.5 + 2,
    );
    if (isNew) kept.push(candidate);
  }
  return kept;
}

function toSpot({ x, y, radius, score }: Candidate, picture: HeldPicture): FoundSpot {
  const { rect, width, height } = picture;
  const scale = rect.width / width;
  const reach = (radius * (1 + SPOTS.beyond) + SPOTS.margin) * scale;
  const centre = { x: rect.x + x * scale, y: rect.y + (y * rect.height) / height };
  const outline: number[] = [];
  for (let corner = 0; corner < SPOTS.corners; corner++) {
    const angle = (corner / SPOTS.corners) * 2 * Math.PI;
    outline.push(
      Math.min(rect.x + rect.width, Math.max(rect.x, centre.x + reach * Math.cos(angle))),
      Math.min(rect.y + rect.height, Math.max(rect.y, centre.y + reach * Math.sin(angle))),
    );
  }
  const left = Math.max(rect.x, Math.floor(centre.x - reach));
  const top = Math.max(rect.y, Math.floor(centre.y - reach));
  return {
    bounds: {
      x: left,
      y: top,
      width: Math.min(rect.x + rect.width, Math.ceil(centre.x + reach)) - left,
      height: Math.min(rect.y + rect.height, Math.ceil(centre.y + reach)) - top,
    },
    outline,
    strength: Math.min(1, score / (2 * SPOTS.strict)),
  };
}
