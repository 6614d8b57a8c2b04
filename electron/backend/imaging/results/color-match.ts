/**
 * Brings the colours of an answer to those of the photo. The service should leave everything outside
 * the mask as it is; where it shifts the whole picture a little, the shift is seen in the band just
 * outside the ring and taken back: one gain and one offset for each channel, so that mean and spread
 * in the band are the photo's again.
 */
import type { Size } from '../../../../shared/geometry/rect.ts';
import { bandAround } from '../sent/mask-ring.ts';

/** Width of the band that is compared, pixels. */
export const COLOR_BAND = 16;

const COLOR_MATCH = {
  /** With fewer pixels to compare, nothing is changed. */
  leastPixels: 64,
  /** Below this spread (standard deviation) a gain would only enlarge noise. */
  leastSpread: 2,
  /** Largest gain, and its inverse the smallest: a larger one is no shift of colours. */
  maxGain: 1.25,
} as const;

/**
 * Changes `answer` in place.
 *
 * @param answer RGB of the region, 8 bits
 * @param photo RGB of the same region as it was sent
 * @param mask painted pixels of the region, one byte each; not yet grown
 * @param ring pixels by which the mask was grown
 */
export function matchColors(
  answer: Uint8Array,
  photo: Uint8Array,
  mask: Uint8Array,
  size: Size,
  ring: number,
): void {
  matchInBand(answer, photo, bandAround({ pixels: mask, ...size }, ring, ring + COLOR_BAND));
}

/**
 * The same with a band of the caller's.
 *
 * @param band pixels that are compared, one byte each; they should be the same in both
 */
export function matchInBand(answer: Uint8Array, photo: Uint8Array, band: Uint8Array): void {
  for (let channel = 0; channel < 3; channel++) {
    const before = statisticsOf(answer, band, channel);
    const wanted = statisticsOf(photo, band, channel);
    if (before.count < COLOR_MATCH.leastPixels) return;
    const table = tableFor(before, wanted);
    for (let index = channel; index < answer.length; index += 3) {
      answer[index] = table[answer[index] ?? 0] ?? 0;
    }
  }
}

interface Statistics {
  readonly count: number;
  readonly mean: number;
  /** Standard deviation. */
  readonly spread: number;
}

function statisticsOf(samples: Uint8Array, band: Uint8Array, channel: number): Statistics {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let index = 0; index < band.length; index++) {
    if (band[index] === 0) continue;
    const value = samples[index * 3 + channel] ?? 0;
    count += 1;
    sum += value;
    squares += value * value;
  }
  const mean = count === 0 ? 0 : sum / count;
  return {
    count,
    mean,
    spread: Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean)),
  };
}

function tableFor(before: Statistics, wanted: Statistics): Uint8ClampedArray {
  const { leastSpread, maxGain } = COLOR_MATCH;
  const isFlat = Math.min(before.spread, wanted.spread) < leastSpread;
  const ratio = isFlat ? 1 : wanted.spread / before.spread;
  const gain = Math.min(maxGain, Math.max(1 / maxGain, ratio));
  return Uint8ClampedArray.from({ length: 256 }, (_, value) =>
    Math.round((value - before.mean) * gain + wanted.mean),
  );
}
