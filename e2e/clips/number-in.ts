/** Reads the numbers and patches in the clips of `electron/testing/clips.ts`. */
import { NUMBER_BITS, PATCHES } from '../../electron/testing/clips.ts';
import type { Rgb, Share } from './harness.tsx';

/** The columns of the number, as shares of the frame. */
export const NUMBER_AT: readonly Share[] = Array.from({ length: NUMBER_BITS }, (_none, bit) => [
  (bit + 0.5) / NUMBER_BITS,
  0.25,
]);

export const PATCHES_AT: readonly Share[] = PATCHES.map((_patch, index) => [
  (index + 0.5) / PATCHES.length,
  0.75,
]);

/** The number that is drawn into a frame. */
export function numberIn(colours: readonly Rgb[]): number {
  return colours.reduce((number, [red]) => number * 2 + (red > 128 ? 1 : 0), 0);
}
