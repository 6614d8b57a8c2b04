/** Guided filter: smooth where the guide is uniform, sharp at its edges. */
import type { Size } from '../../../shared/geometry/rect.ts';
import { boxMean } from './box-mean.ts';

/** @param guide brightness @param even variance of the guide below which there is no edge */
export function guidedMean(
  guide: Float32Array,
  values: Float32Array,
  { width, height }: Size,
  reach: number,
  even: number,
): Float32Array {
  const mean = (of: Float32Array): Float32Array => boxMean(of, width, height, reach);
  const meanGuide = mean(guide);
  const meanValues = mean(values);
  const both = mean(guide.map((value, index) => value * (values[index] ?? 0)));
  const squares = mean(guide.map((value) => value * value));
  const slopes = new Float32Array(guide.length);
  const starts = new Float32Array(guide.length);
  for (let index = 0; index < guide.length; index++) {
    const middle = meanGuide[index] ?? 0;
    const level = meanValues[index] ?? 0;
    const slope =
      ((both[index] ?? 0) - middle * level) / ((squares[index] ?? 0) - middle * middle + even);
    slopes[index] = slope;
    starts[index] = level - slope * middle;
  }
  const meanSlopes = mean(slopes);
  const meanStarts = mean(starts);
  return guide.map((value, index) => (meanSlopes[index] ?? 0) * value + (meanStarts[index] ?? 0));
}
