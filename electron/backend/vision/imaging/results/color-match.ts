/** Restores mean and spread per channel in the band just outside the ring. */
import type { Size } from '../../../../../shared/geometry/rect.ts';
import { bandAround } from '../sent/mask-ring.ts';

/** Width of the compared band, pixels. */
export const COLOR_BAND = 16;

const COLOR_MATCH = {
  /** With fewer pixels, nothing is changed. */
  leastPixels: 64,
  leastSpread: 2,
  /** Largest gain, and inverse of the smallest; beyond it is no colour shift. */
  maxGain: 1.25,
} as const;

/**
 * @param answer RGB of the region, 8 bits, modified in place
 * @param photo sent RGB of the same region
 * @param mask one byte a pixel, not grown
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

/** @param band compared pixels, one byte each */
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
