/** Finding the one face of a picture, well enough for portraits to be tried out. */
import { refused } from '../errors.ts';
import type { Raster } from '../pictures/raster.ts';
import { makeSmall, type SmallPicture } from './small-picture.ts';

/** An upright ellipse, in pixels of the picture. */
export interface Ellipse {
  readonly x: number;
  readonly y: number;
  /** Half axes. */
  readonly halfWidth: number;
  readonly halfHeight: number;
}

const SHAPE = {
  /** Height of a face over its width. */
  aspect: 1.32,
  /** Half widths that are tried, as parts of the shorter side. */
  scales: [0.44, 0.38, 0.33, 0.28, 0.24, 0.2, 0.17, 0.14, 0.115, 0.09],
  /** Step between the places that are tried, in half widths. */
  stride: 0.16,
} as const;

const SCORE = {
  /** Weights of: skin inside, skin around, symmetry, eyes unlike cheeks, size. */
  inside: 1.6,
  around: 0.9,
  symmetry: 0.6,
  eyes: 0.5,
  size: 1.2,
  /** Least skin inside, and least difference to the surroundings, of a face. */
  leastInside: 0.35,
  leastDifference: 0.12,
} as const;

/** Share of skin-coloured pixels below which a picture plainly has no face. */
const LEAST_SKIN = 0.02;

/** Likeness from which a pixel counts as skin-coloured. */
const SKIN_FROM = 0.35;

/**
 * Finds the face of a picture: the upright ellipse of skin colour that is most symmetric, has eyes
 * and stands out. Where there is skin colour but no such ellipse, it is the middle of the picture.
 *
 * @param field name of the picture in the call
 * @throws ServiceError 400 IMAGE_NO_FACE_DETECTED
 */
export function findFace(photo: Raster, field: string): Ellipse {
  const small = makeSmall(photo);
  const skinPixels = small.skin.reduce((sum, value) => sum + (value >= SKIN_FROM ? 1 : 0), 0);
  if (skinPixels < LEAST_SKIN * small.skin.length) {
    throw refused(400, 'IMAGE_NO_FACE_DETECTED', `No face was found in ${field}.`, { field });
  }
  const found = bestEllipse(small) ?? middleOf(small);
  return {
    x: found.x * small.step,
    y: found.y * small.step,
    halfWidth: found.halfWidth * small.step,
    halfHeight: found.halfHeight * small.step,
  };
}

function bestEllipse(small: SmallPicture): Ellipse | null {
  let best: Ellipse | null = null;
  let most = -Infinity;
  const shorter = Math.min(small.width, small.height);
  for (const scale of SHAPE.scales) {
    const halfWidth = scale * shorter;
    const halfHeight = SHAPE.aspect * halfWidth;
    const stride = Math.max(1, SHAPE.stride * halfWidth);
    for (let y = 0.7 * halfHeight; y <= small.height - 0.7 * halfHeight; y += stride) {
      for (let x = 0.8 * halfWidth; x <= small.width - 0.8 * halfWidth; x += stride) {
        const ellipse = { x, y, halfWidth, halfHeight };
        const value = rate(small, ellipse, scale);
        if (value <= most) continue;
        most = value;
        best = ellipse;
      }
    }
  }
  return best === null ? null : refined(small, best);
}

/** Moves and resizes an ellipse by ever smaller steps as long as it gets better. */
function refined(small: SmallPicture, start: Ellipse): Ellipse {
  const shorter = Math.min(small.width, small.height);
  let best = start;
  let most = rate(small, best, best.halfWidth / shorter);
  for (let step = SHAPE.stride / 2; step > 0.02; step /= 2) {
    const reach = step * best.halfWidth;
    for (const [dx, dy, size] of [
      [reach, 0, 1],
      [-reach, 0, 1],
      [0, reach, 1],
      [0, -reach, 1],
      [0, 0, 1 + step],
      [0, 0, 1 - step],
    ] as const) {
      const tried = {
        x: best.x + dx,
        y: best.y + dy,
        halfWidth: best.halfWidth * size,
        halfHeight: best.halfHeight * size,
      };
      const value = rate(small, tried, tried.halfWidth / shorter);
      if (value <= most) continue;
      most = value;
      best = tried;
    }
  }
  return best;
}

function middleOf({ width, height }: SmallPicture): Ellipse {
  const halfWidth = Math.min(0.3 * width, (0.42 * height) / SHAPE.aspect);
  return { x: width / 2, y: 0.48 * height, halfWidth, halfHeight: SHAPE.aspect * halfWidth };
}

/** Points of the unit disc's right half; the left ones mirror them. */
const INNER_POINTS = points([0.2, 0.42, 0.62, 0.8, 0.93], 10);
/** Points around, without the neck. */
const OUTER_POINTS = points([1.22], 14).filter(({ y }) => y < 0.75);

interface Point {
  readonly x: number;
  readonly y: number;
}

function points(radii: readonly number[], count: number): readonly Point[] {
  return radii.flatMap((radius) =>
    Array.from({ length: count }, (_none, index) => {
      const angle = Math.PI * ((index + 0.5) / count - 0.5);
      return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
    }),
  );
}

/** How much an ellipse looks like a face; -Infinity when it does not. */
function rate(small: SmallPicture, ellipse: Ellipse, scale: number): number {
  const { grey, skin } = small;
  // thousands of ellipses with a hundred points each: nothing is allocated for a point
  const at = (plane: Float32Array, x: number, y: number): number => {
    const column = Math.round(ellipse.x + x * ellipse.halfWidth);
    const row = Math.round(ellipse.y + y * ellipse.halfHeight);
    if (column < 0 || row < 0 || column >= small.width || row >= small.height) return NaN;
    return plane[row * small.width + column] ?? NaN;
  };
  const mean = createMean();
  for (const { x, y } of INNER_POINTS) {
    mean.add(at(skin, x, y));
    mean.add(at(skin, -x, y));
  }
  const inside = mean.take();
  for (const { x, y } of OUTER_POINTS) {
    mean.add(at(skin, x, y) || 0);
    mean.add(at(skin, -x, y) || 0);
  }
  const around = mean.take();
  if (inside < SCORE.leastInside || inside - around < SCORE.leastDifference) return -Infinity;
  for (const { x, y } of INNER_POINTS) {
    const difference = Math.abs(at(grey, x, y) - at(grey, -x, y));
    mean.add(Number.isNaN(difference) ? 60 : difference);
  }
  const unevenness = mean.take();
  for (const x of [0.4, -0.4, 0.33, -0.33]) mean.add(at(grey, x, -0.18));
  const eyes = mean.take();
  for (const x of [0.42, -0.42]) mean.add(at(grey, x, 0.22));
  mean.add(at(grey, 0, -0.5));
  const cheeks = mean.take();
  const unlike = Math.min(1, Math.abs(cheeks - eyes) / 60);
  return (
    SCORE.inside * inside -
    SCORE.around * around +
    SCORE.symmetry * (1 - Math.min(1, unevenness / 50)) +
    SCORE.eyes * unlike +
    SCORE.size * scale
  );
}

/** The mean of the values that are added until it is taken; values beyond the picture do not count. */
function createMean() {
  let [sum, count] = [0, 0];
  return {
    add(value: number): void {
      if (Number.isNaN(value)) return;
      sum += value;
      count += 1;
    },
    take(): number {
      const mean = count === 0 ? 0 : sum / count;
      [sum, count] = [0, 0];
      return mean;
    },
  };
}
