import { intersectRects, type Rect, type Size } from '../../../../shared/geometry/rect.ts';
import type { FoundCandidate, Segmentation } from '../../vision/perception/perception.ts';

const CHOICE = {
  /** Change of a logit within which an outline must be stable. */
  step: 1,
  /** Candidates with more overlap are equal. */
  same: 0.92,
  /** Usual overlap of a loop's bounds with the object's; more is no better. */
  loopShare: 0.62,
  /** Averages candidates whose score is within this fraction of the best, with this overlap. */
  nearScore: 0.9,
  nearPixels: 0.75,
  /** For a click: weights of size and agreement besides the model's score. */
  size: 0.1,
  agreement: 0.5,
} as const;

export interface RatedCandidate {
  readonly logits: Float32Array;
  /** 0 to slightly above 1. */
  readonly score: number;
  readonly pixels: number;
  /** Fraction of pixels that stay if all logits shift: 1 for a sharp edge. */
  readonly stability: number;
  /** Bounds in candidate pixels. */
  readonly box: Rect;
}

export interface RankedCandidates {
  readonly candidates: readonly RatedCandidate[];
  readonly best: number;
}

/** @param isClick the first candidate is for several points, and repeats another for one */
export function chooseForPoints(found: Segmentation, isClick: boolean): RankedCandidates {
  const rated = ratedCandidates(found, isClick);
  const scoreOf = (candidate: RatedCandidate): number => {
    const others = rated.filter((each) => each !== candidate);
    const agreement = Math.max(0, ...others.map((other) => shared(candidate.logits, other.logits)));
    const size = Math.log(candidate.pixels / candidate.logits.length + 1e-4);
    return (
      Math.min(1, candidate.score) +
      candidate.stability +
      CHOICE.size * size +
      CHOICE.agreement * agreement
    );
  };
  return inOrder(rated, scoreOf);
}

/** @param isClick see `chooseForPoints` */
export function ratedCandidates(found: Segmentation, isClick: boolean): readonly RatedCandidate[] {
  return found.readings.slice(isClick ? 1 : 0).map((candidate) => rate(candidate, found));
}

/** @param shown logits of the same size */
export function chooseLike(found: Segmentation, shown: Float32Array): RatedCandidate {
  const rated = found.readings.map((candidate) => rate(candidate, found));
  const scoreOf = ({ logits, score }: RatedCandidate): number => shared(logits, shown) + score / 10;
  const { candidates, best } = inOrder(rated, scoreOf);
  return joined(rated, candidates[best] ?? fail(), scoreOf);
}

/** @param loop 1 byte a pixel @param box bounds of the loop in candidate pixels */
export function chooseForLoop(
  found: readonly Segmentation[],
  loop: Uint8Array,
  box: Rect,
): RankedCandidates {
  const rated = found.flatMap((each) =>
    each.readings.map((candidate) => rate(candidate, each, loop)),
  );
  const scoreOf = (candidate: RatedCandidate): number => {
    const inside = insideOf(candidate.logits, loop);
    const fills = Math.min(1, boxShare(candidate.box, box) / CHOICE.loopShare);
    return Math.min(1, candidate.score) * fills * inside * (0.5 + 0.5 * candidate.stability);
  };
  const choice = inOrder(rated, scoreOf);
  const best = choice.candidates[choice.best];
  if (best === undefined) return choice;
  const candidates = choice.candidates.with(choice.best, joined(rated, best, scoreOf));
  return { candidates, best: choice.best };
}

/** Averages the best with similar ones, whose edge errors differ. */
function joined(
  rated: readonly RatedCandidate[],
  best: RatedCandidate,
  scoreOf: (candidate: RatedCandidate) => number,
): RatedCandidate {
  const least = scoreOf(best) * CHOICE.nearScore;
  const near = rated.filter(
    (each) => scoreOf(each) >= least && shared(each.logits, best.logits) >= CHOICE.nearPixels,
  );
  const logits = new Float32Array(best.logits.length);
  for (const each of near) {
    for (let index = 0; index < logits.length; index++) {
      logits[index] = (logits[index] ?? 0) + (each.logits[index] ?? 0) / near.length;
    }
  }
  return { ...best, logits };
}

function inOrder(
  rated: readonly RatedCandidate[],
  scoreOf: (candidate: RatedCandidate) => number,
): RankedCandidates {
  const ranked = rated
    .map((candidate) => ({ candidate, score: scoreOf(candidate) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ candidate }) => candidate);
  const best = ranked[0] ?? fail();
  const kept: RatedCandidate[] = [best];
  for (const candidate of ranked) {
    if (candidate.pixels === 0) continue;
    if (kept.every((each) => shared(each.logits, candidate.logits) < CHOICE.same))
      kept.push(candidate);
  }
  const candidates = kept.toSorted((a, b) => a.pixels - b.pixels);
  return { candidates, best: candidates.indexOf(best) };
}

function fail(): never {
  throw new Error('The model gave no candidate.');
}

/** @param within mask of pixels that count for the bounds */
function rate(
  { logits, score }: FoundCandidate,
  { width }: Size,
  within?: Uint8Array,
): RatedCandidate {
  let pixels = 0;
  let sure = 0;
  let likely = 0;
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (let index = 0; index < logits.length; index++) {
    const logit = logits[index] ?? 0;
    if (logit > CHOICE.step) sure += 1;
    if (logit > -CHOICE.step) likely += 1;
    if (logit <= 0) continue;
    pixels += 1;
    if (within?.[index] === 0) continue;
    const x = index % width;
    const y = (index - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  const box =
    bottom === 0
      ? { x: 0, y: 0, width: 0, height: 0 }
      : { x: left, y: top, width: right - left, height: bottom - top };
  return { logits, score, pixels, stability: likely === 0 ? 0 : sure / likely, box };
}

/** Intersection over union. */
function shared(a: Float32Array, b: Float32Array): number {
  let both = 0;
  let either = 0;
  for (let index = 0; index < a.length; index++) {
    const isA = (a[index] ?? 0) > 0;
    const isB = (b[index] ?? 0) > 0;
    if (isA && isB) both += 1;
    if (isA || isB) either += 1;
  }
  return either === 0 ? 0 : both / either;
}

export function shareOf(a: RatedCandidate, b: RatedCandidate): number {
  return shared(a.logits, b.logits);
}

/** Fraction of pixels inside the loop. */
function insideOf(logits: Float32Array, loop: Uint8Array): number {
  let all = 0;
  let inside = 0;
  for (let index = 0; index < logits.length; index++) {
    if ((logits[index] ?? 0) <= 0) continue;
    all += 1;
    inside += loop[index] ?? 0;
  }
  return all === 0 ? 0 : inside / all;
}

function boxShare(a: Rect, b: Rect): number {
  const both = intersectRects(a, b);
  const shares = both.width * both.height;
  const all = a.width * a.height + b.width * b.height - shares;
  return all === 0 ? 0 : shares / all;
}
