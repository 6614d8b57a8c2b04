/** Finds spots at the sizes of dust: extrema of differences of Gaussians (Lowe 2004, section 3). */
import type { Mat } from '@techstark/opencv-js';
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import type { OpenCv } from '../../../workers/opencv.ts';
import type { HeldPicture } from './messages.ts';

const SCALES = {
  /** Longer side of the finest level: smaller dust is lost in grain. */
  longest: 3000,
  /** Blur sigmas of a level in pixels; each level has half the size of the previous one. */
  sigmas: [1.1, 1.56, 2.2, 3.11],
  /** Largest sigma as a fraction of the picture's longer side. */
  largest: 0.011,
  /** Smallest level. */
  least: 48,
  /** Least visible fraction of a spot's contrast: 0.17 for a matching Gaussian. */
  shown: 0.11,
} as const;

export interface Scale extends Size {
  readonly grey: Float32Array;
  /** A wider blur minus this one. */
  readonly difference: Float32Array;
  readonly sigma: number;
  readonly step: number;
}

/** In pixels of its scale. */
export interface Extreme {
  readonly scale: Scale;
  readonly x: number;
  readonly y: number;
  /** Levels; negative is brighter than the surroundings. */
  readonly response: number;
}

/** @param part picture pixels */
export function greyOf(
  picture: HeldPicture,
  part: Rect = { ...picture, x: 0, y: 0 },
): Float32Array {
  const { rgb } = picture;
  const grey = new Float32Array(part.width * part.height);
  for (let y = 0, index = 0; y < part.height; y++) {
    let at = ((part.y + y) * picture.width + part.x) * 3;
    for (let x = 0; x < part.width; x++, index++, at += 3) {
      grey[index] =
        0.299 * (rgb[at] ?? 0) + 0.587 * (rgb[at + 1] ?? 0) + 0.114 * (rgb[at + 2] ?? 0);
    }
  }
  return grey;
}

/** @param contrast least contrast, levels @param goOn called between steps; throws if superseded */
export function extremesOf(
  cv: OpenCv,
  picture: HeldPicture,
  contrast: number,
  goOn: () => void,
): readonly Extreme[] {
  // No level is this small, and an empty one cannot be made.
  if (Math.min(picture.width, picture.height) < SCALES.least) return [];
  const longer = Math.max(picture.width, picture.height);
  const mats: Mat[] = [];
  const made = (): Mat => {
    const mat = new cv.Mat();
    mats.push(mat);
    return mat;
  };
  const extremes: Extreme[] = [];
  try {
    let level = new cv.Mat(picture.height, picture.width, cv.CV_32FC1);
    mats.push(level);
    level.data32F.set(greyOf(picture));
    let step = Math.max(1, longer / SCALES.longest);
    if (step > 1) level = smaller(cv, level, step, made());
    step = picture.width / level.cols;
    while (Math.min(level.cols, level.rows) >= SCALES.least) {
      goOn();
      const blurs = SCALES.sigmas.map((sigma) => {
        const blurred = made();
        cv.GaussianBlur(level, blurred, new cv.Size(0, 0), sigma, sigma, cv.BORDER_REFLECT);
        return { sigma, grey: Float32Array.from(blurred.data32F) };
      });
      const size = { width: level.cols, height: level.rows };
      for (const [index, { sigma, grey }] of blurs.entries()) {
        const next = blurs[index + 1];
        if (next === undefined || sigma * step > SCALES.largest * longer) continue;
        const difference = next.grey.map((value, at) => value - (grey[at] ?? 0));
        const scale = { ...size, grey, difference, sigma, step };
        for (const extreme of extremesAt(scale, SCALES.shown * contrast)) extremes.push(extreme);
      }
      if (2 * SCALES.sigmas[0] * step > SCALES.largest * longer) break;
      level = smaller(cv, level, 2, made());
      step = picture.width / level.cols;
    }
  } finally {
    for (const mat of mats) mat.delete();
  }
  return extremes;
}

function smaller(cv: OpenCv, from: Mat, times: number, to: Mat): Mat {
  const size = new cv.Size(Math.round(from.cols / times), Math.round(from.rows / times));
  cv.resize(from, to, size, 0, 0, cv.INTER_AREA);
  return to;
}

function extremesAt(scale: Scale, least: number): Extreme[] {
  const { difference, width, height } = scale;
  const found: Extreme[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const index = y * width + x;
      const response = difference[index] ?? 0;
      if (Math.abs(response) < least) continue;
      if (isExtreme(difference, width, index, response)) found.push({ scale, x, y, response });
    }
  }
  return found;
}

function isExtreme(values: Float32Array, width: number, index: number, value: number): boolean {
  const sign = Math.sign(value);
  for (const row of [-width, 0, width]) {
    for (const beside of [-1, 0, 1]) {
      if (row === 0 && beside === 0) continue;
      const other = sign * (values[index + row + beside] ?? 0);
      const isBefore = row < 0 || (row === 0 && beside < 0);
      if (isBefore ? other >= sign * value : other > sign * value) return false;
    }
  }
  return true;
}
