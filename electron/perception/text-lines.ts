/** Contours of text probabilities, and the smallest rotated rectangle around each, widened. */
import type { Point, Size } from '../../shared/geometry/rect.ts';
import type { OpenCv } from '../workers/opencv.ts';
import type { TextLine } from './messages.ts';

/** As in PaddleOCR's DBPostProcess, except where noted. */
const LINES = {
  /** Least probability of a pixel. */
  pixel: 0.3,
  /** Least mean inside the rectangle; PaddleOCR's 0.6 misses translucent lines. */
  mean: 0.5,
  /** Least shorter side, pixels. */
  leastSide: 3,
  /** Widens by area times this over circumference. */
  widening: 1.6,
} as const;

/** @param map probability of each pixel, row by row */
export function linesOf(
  cv: OpenCv,
  map: Size & { readonly probability: Float32Array },
): readonly TextLine[] {
  const { width, height, probability } = map;
  const band = bandOf(probability);
  const matrix = cv.matFromArray(height, width, cv.CV_8UC1, band);
  const contours = new cv.MatVector();
  const hierarchy = new cv.Mat();
  const lines: TextLine[] = [];
  try {
    cv.findContours(matrix, contours, hierarchy, cv.RETR_LIST, cv.CHAIN_APPROX_SIMPLE);
    for (let index = 0; index < contours.size(); index += 1) {
      const contour = contours.get(index);
      const { center, size, angle } = cv.minAreaRect(contour);
      contour.delete();
      if (Math.min(size.width, size.height) < LINES.leastSide) continue;
      const score = meanWithin(map, cornersOf(center, size, angle));
      if (score < LINES.mean) continue;
      const by = (size.width * size.height * LINES.widening) / (2 * (size.width + size.height));
      const wide = { width: size.width + 2 * by, height: size.height + 2 * by };
      lines.push({ corners: cornersOf(center, wide, angle), score });
    }
  } finally {
    matrix.delete();
    contours.delete();
    hierarchy.delete();
  }
  return lines;
}

/** Clockwise. @param angle degrees, clockwise on the screen */
function cornersOf(centre: Point, { width, height }: Size, angle: number): TextLine['corners'] {
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const corner = (across: number, down: number): Point => ({
    x: centre.x + (across * width * cos - down * height * sin) / 2,
    y: centre.y + (across * width * sin + down * height * cos) / 2,
  });
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

function meanWithin(
  { width, height, probability }: Size & { readonly probability: Float32Array },
  corners: TextLine['corners'],
): number {
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const [left, right] = [
    Math.max(0, Math.floor(Math.min(...xs))),
    Math.min(width - 1, Math.ceil(Math.max(...xs))),
  ];
  const [top, bottom] = [
    Math.max(0, Math.floor(Math.min(...ys))),
    Math.min(height - 1, Math.ceil(Math.max(...ys))),
  ];
  const [a, b, c, d] = corners.map((from, index) => sideOf(from, corners[(index + 1) % 4] ?? from));
  if (a === undefined || b === undefined || c === undefined || d === undefined) return 0;
  let sum = 0;
  let count = 0;
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      if (isBeside(a, x, y) || isBeside(b, x, y) || isBeside(c, x, y) || isBeside(d, x, y))
        continue;
      sum += probability[y * width + x] ?? 0;
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}

/** Thresholds to 0 and 255. A loop, because a picture has 1.5 million values. */
function bandOf(probability: Float32Array): Uint8Array {
  const band = new Uint8Array(probability.length);
  for (let pixel = 0; pixel < band.length; pixel += 1) {
    if ((probability[pixel] ?? 0) > LINES.pixel) band[pixel] = 255;
  }
  return band;
}

type Side = Point & { readonly across: number; readonly down: number };

function sideOf(from: Point, to: Point): Side {
  return { x: from.x, y: from.y, across: to.x - from.x, down: to.y - from.y };
}

/** Left of a side; the four sides go clockwise. */
function isBeside({ x, y, across, down }: Side, atX: number, atY: number): boolean {
  return across * (atY - y) - down * (atX - x) < -0.5;
}
