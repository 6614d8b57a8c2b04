/** A lossy answer differs everywhere: only differences that exceed the median count. */
import type { Size } from '../../../../../shared/geometry/rect.ts';
import { MASK_VALUE } from '../../../../../shared/api/cleanup.ts';
import { growRows, rowsOfPixels } from '../sent/mask-spans.ts';

const CHANGED = {
  /** Averaging over squares of 2 × 2 + 1 pixels reduces noise but keeps strokes. */
  radius: 2,
  /** Least mean difference of the strongest channel, of 255. */
  leastDifference: 8,
  /** Least multiple of the median difference. */
  timesMedian: 4,
  /** Gaps up to twice this are closed, pixels. */
  closing: 4,
  /** Smaller groups of pixels are noise; a full stop in small type has more. */
  leastPixels: 12,
  /** Growth of found pixels, because soft edges of letters differ little. */
  margin: 2,
} as const;

/** @returns one byte a pixel, `MASK_VALUE.remove` where it changed; `undefined` if nothing did */
export function changedPixels(
  before: Uint8Array,
  after: Uint8Array,
  size: Size,
): Uint8Array | undefined {
  const mean = meanDifferences(before, after, size);
  const threshold = Math.max(CHANGED.leastDifference, CHANGED.timesMedian * median(mean));
  const pixels = mean.map((value) => (value > threshold ? MASK_VALUE.remove : MASK_VALUE.keep));
  dropSpecks(pixels, size);
  if (!pixels.includes(MASK_VALUE.remove)) return undefined;
  return growRows(rowsOfPixels(closeGaps(pixels, size), size), CHANGED.margin);
}

function meanDifferences(
  before: Uint8Array,
  after: Uint8Array,
  { width, height }: Size,
): Uint8Array {
  const differences = new Uint8Array(width * height);
  for (let index = 0; index < differences.length; index++) {
    const at = index * 3;
    differences[index] = Math.max(
      Math.abs((before[at] ?? 0) - (after[at] ?? 0)),
      Math.abs((before[at + 1] ?? 0) - (after[at + 1] ?? 0)),
      Math.abs((before[at + 2] ?? 0) - (after[at + 2] ?? 0)),
    );
  }
  const across = slidingMean(differences, width, height, 1, width);
  return slidingMean(across, height, width, width, 1);
}

/** A running mean along lines of `length` samples `step` apart; lines start `between` apart. */
function slidingMean(
  values: Uint8Array,
  length: number,
  lines: number,
  step: number,
  between: number,
): Uint8Array {
  const result = new Uint8Array(values.length);
  const { radius } = CHANGED;
  for (let line = 0; line < lines; line++) {
    const start = line * between;
    let sum = 0;
    let count = 0;
    for (let index = -radius; index < length; index++) {
      const enters = index + radius;
      if (enters < length) {
        sum += values[start + enters * step] ?? 0;
        count += 1;
      }
      const leaves = index - radius - 1;
      if (leaves >= 0) {
        sum -= values[start + leaves * step] ?? 0;
        count -= 1;
      }
      if (index >= 0) result[start + index * step] = Math.round(sum / count);
    }
  }
  return result;
}

function median(values: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  let seen = 0;
  return counts.findIndex((count) => (seen += count) * 2 >= values.length);
}

/** 8-connected, in place. */
function dropSpecks(pixels: Uint8Array, { width, height }: Size): void {
  const isSeen = new Uint8Array(pixels.length);
  for (let first = 0; first < pixels.length; first++) {
    if (pixels[first] !== MASK_VALUE.remove || isSeen[first] === 1) continue;
    const group = [first];
    isSeen[first] = 1;
    for (let next = 0; next < group.length; next++) {
      const index = group[next] ?? first;
      const x = index % width;
      const y = (index - x) / width;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const isInside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;
          const other = index + dy * width + dx;
          if (!isInside || isSeen[other] === 1 || pixels[other] !== MASK_VALUE.remove) continue;
          isSeen[other] = 1;
          group.push(other);
        }
      }
    }
    if (group.length >= CHANGED.leastPixels) continue;
    for (const index of group) pixels[index] = MASK_VALUE.keep;
  }
}

/** The picture's border does not shrink. */
function closeGaps(pixels: Uint8Array, size: Size): Uint8Array {
  const invert = (values: Uint8Array) => values.map((value) => MASK_VALUE.remove - value);
  const grown = growRows(rowsOfPixels(pixels, size), CHANGED.closing);
  return invert(growRows(rowsOfPixels(invert(grown), size), CHANGED.closing));
}
