/** Finds small round areas that stand out from uniform surroundings. */
import { SELECTION_LIMITS } from '../../../../shared/selection/selection-limits.ts';
import type { OpenCv } from '../../../workers/opencv.ts';
import { judgeSpot, type JudgedSpot } from './judge-spot.ts';
import type { FoundSpot, HeldPicture } from './messages.ts';
import { extremesOf } from './spot-scales.ts';

/** By sensitivity: at 0, 50 and 100. */
const STRICTNESS = {
  /** Contrast in standard deviations of the surroundings. */
  score: [14, 5, 3],
  /** Levels of brightness. */
  contrast: [9, 3, 1],
  /** Fraction of the surroundings that is undisturbed. */
  round: [0.95, 0.85, 0.75],
  /** Response of most surroundings at the spot's size, as a fraction of its own. */
  busy: [0.15, 0.3, 0.5],
  /** See `JudgedSpot`. */
  company: [0.25, 0.6, 2.4],
  /** Similar areas nearby. */
  alike: [4, 7, 60],
  /** Contrast as a fraction of the possible maximum: dust is thin. */
  depth: [0.22, 0.25, 0.6],
  /** Radius as a fraction of the picture's longer side. */
  size: [0.0025, 0.002, 0.0008],
  /** Least radius in pixels: smaller ones are lamps and glints. */
  pixels: [4, 3, 2],
} as const;

const SPOTS = {
  /** At most these values, fraction of the contrast, factor of radii, and distance in radii. */
  like: { score: 3, round: 0.75, busy: 0.4, contrast: 0.4, radius: 2.5, reach: 15 },
  /** Corners of an outline. */
  corners: 20,
  /** Distance of the outline from the spot: fraction of its size, and pixels. */
  beyond: 0.2,
  margin: 1.5,
  /** Score of a spot with a strength of 1. */
  strongest: 36,
} as const;

/** Pixels of the picture. */
interface Candidate extends JudgedSpot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Picture pixels per scale pixel. */
  readonly step: number;
}

/** @param sensitivity 0 to 100 @param goOn called between steps; throws if superseded */
export function findSpots(
  cv: OpenCv,
  picture: HeldPicture,
  sensitivity: number,
  goOn: () => void,
): { readonly spots: readonly FoundSpot[]; readonly isCut: boolean } {
  const at = (of: keyof typeof STRICTNESS): number => {
    const [strict, usual, lenient] = STRICTNESS[of];
    const share = sensitivity / 50;
    return share < 1 ? between(strict, usual, share) : between(usual, lenient, share - 1);
  };
  const leastRadius = at('size') * Math.max(picture.width, picture.height);
  const places = placesIn(cv, picture, at('contrast'), at('busy'), goOn);
  const standing = places.filter(
    (place) =>
      place.score >= at('score') &&
      place.round >= at('round') &&
      place.company <= at('company') &&
      place.depth <= at('depth') &&
      Math.abs(place.contrast) >= at('contrast') &&
      place.radius >= Math.max(leastRadius, at('pixels') * place.step),
  );
  goOn();
  const all = distinct(places);
  const strongest = distinct(standing).filter((spot) => alikeOf(spot, all) <= at('alike'));
  const spots = strongest
    .slice(0, SELECTION_LIMITS.spots)
    .map((candidate) => toSpot(candidate, picture))
    .sort((a, b) => a.bounds.y - b.bounds.y || a.bounds.x - b.bounds.x);
  return { spots, isCut: strongest.length > SELECTION_LIMITS.spots };
}

function placesIn(
  cv: OpenCv,
  picture: HeldPicture,
  contrast: number,
  busiest: number,
  goOn: () => void,
): readonly Candidate[] {
  const { like } = SPOTS;
  const places: Candidate[] = [];
  for (const extreme of extremesOf(cv, picture, like.contrast * contrast, goOn)) {
    const judged = judgeSpot(extreme, Math.max(like.busy, busiest));
    if (judged === undefined || judged.score < like.score || judged.round < like.round) continue;
    const { step } = extreme.scale;
    const radius = judged.radius * step;
    places.push({
      ...judged,
      x: (extreme.x + 0.5) * step,
      y: (extreme.y + 0.5) * step,
      radius,
      step,
    });
  }
  return places;
}

function between(from: number, to: number, share: number): number {
  return from * (to / from) ** share;
}

/** @returns strongest first */
function distinct(places: readonly Candidate[]): readonly Candidate[] {
  const kept: Candidate[] = [];
  for (const place of places.toSorted((a, b) => b.score - a.score)) {
    const isNew = kept.every(
      ({ x, y, radius }) =>
        Math.hypot(x - place.x, y - place.y) > Math.max(radius, place.radius) + 2,
    );
    if (isNew) kept.push(place);
  }
  return kept;
}

function alikeOf(spot: Candidate, places: readonly Candidate[]): number {
  const { like } = SPOTS;
  return places.filter(({ x, y, radius, contrast }) => {
    const away = Math.hypot(x - spot.x, y - spot.y);
    return (
      away > Math.max(radius, spot.radius) &&
      away < like.reach * spot.radius &&
      Math.abs(contrast) >= like.contrast * Math.abs(spot.contrast) &&
      radius < like.radius * spot.radius &&
      radius * like.radius > spot.radius
    );
  }).length;
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
    strength: Math.min(1, score / SPOTS.strongest),
  };
}
