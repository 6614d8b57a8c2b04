/** Resamples by classical kernels, as in image libraries. */
import type { Rect } from './rect.ts';
import { clamp } from '../numbers.ts';

/** `bicubic` is Catmull-Rom; `lanczos` has three lobes. */
export type ResampleKernel = 'nearest' | 'bicubic' | 'lanczos';

/** Rows of straight RGBA. */
interface Pixels {
  readonly data: Uint8ClampedArray;
  /** Area in the whole picture, whole pixels. */
  readonly rect: Rect;
}

/** One axis: the centre of output pixel `i` is at `(i + 0.5) × scale + offset` in the source. */
export interface ResampleAxis {
  readonly scale: number;
  readonly offset: number;
  /** First output pixel and their number. */
  readonly first: number;
  readonly count: number;
  /** Length of the whole source; edge pixels are repeated beyond it. */
  readonly length: number;
}

/** Radius of each kernel, source pixels. */
const RADIUS: Readonly<Record<ResampleKernel, number>> = { nearest: 0.5, bicubic: 2, lanczos: 3 };

/** Returns the source pixels that the output needs: first and count. */
export function sourceSpan(axis: ResampleAxis, kernel: ResampleKernel) {
  const reach = RADIUS[kernel] * Math.max(1, axis.scale) + 1;
  const last = axis.length - 1;
  const from = Math.floor(centreOf(axis, 0) - reach);
  const to = Math.ceil(centreOf(axis, axis.count - 1) + reach);
  const start = Math.min(last, Math.max(0, from));
  return { start, count: Math.min(last, Math.max(0, to)) - start + 1 };
}

/** @param source contains the spans of both axes */
export function resample(
  source: Pixels,
  across: ResampleAxis,
  down: ResampleAxis,
  kernel: ResampleKernel,
): Uint8ClampedArray<ArrayBuffer> {
  const { x, y, width, height } = source.rect;
  const columns = weightsOf(across, kernel, x, width);
  const rows = weightsOf(down, kernel, y, height);
  const middle = new Float32Array(across.count * height * 4);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < across.count; column++) {
      const to = (row * across.count + column) * 4;
      const { first, weights } = columns[column] ?? NOTHING;
      for (let tap = 0; tap < weights.length; tap++) {
        const from = (row * width + first + tap) * 4;
        const alpha = (source.data[from + 3] ?? 0) * (weights[tap] ?? 0);
        middle[to + 3] = (middle[to + 3] ?? 0) + alpha;
        const share = alpha / 255;
        for (let channel = 0; channel < 3; channel++) {
          middle[to + channel] =
            (middle[to + channel] ?? 0) + (source.data[from + channel] ?? 0) * share;
        }
      }
    }
  }
  const result = new Uint8ClampedArray(across.count * down.count * 4);
  const sums = [0, 0, 0, 0];
  for (let row = 0; row < down.count; row++) {
    const { first, weights } = rows[row] ?? NOTHING;
    for (let column = 0; column < across.count; column++) {
      sums.fill(0);
      for (let tap = 0; tap < weights.length; tap++) {
        const from = ((first + tap) * across.count + column) * 4;
        const weight = weights[tap] ?? 0;
        for (let channel = 0; channel < 4; channel++) {
          sums[channel] = (sums[channel] ?? 0) + (middle[from + channel] ?? 0) * weight;
        }
      }
      const to = (row * across.count + column) * 4;
      const alpha = sums[3] ?? 0;
      if (alpha <= 0) continue;
      for (let channel = 0; channel < 3; channel++) {
        result[to + channel] = Math.round(((sums[channel] ?? 0) * 255) / alpha);
      }
      result[to + 3] = Math.round(alpha);
    }
  }
  return result;
}

interface Taps {
  readonly first: number;
  readonly weights: readonly number[];
}

const NOTHING: Taps = { first: 0, weights: [] };

function centreOf({ scale, offset, first }: ResampleAxis, index: number): number {
  return (first + index + 0.5) * scale + offset;
}

/** Adds taps beyond the edges to the outermost pixel. */
function weightsOf(
  axis: ResampleAxis,
  kernel: ResampleKernel,
  start: number,
  held: number,
): readonly Taps[] {
  const stretch = Math.max(1, axis.scale);
  const reach = RADIUS[kernel] * stretch;
  return Array.from({ length: axis.count }, (_, index): Taps => {
    const centre = centreOf(axis, index);
    if (kernel === 'nearest') {
      const pixel = clamp(Math.floor(centre), 0, axis.length - 1);
      return { first: clamp(pixel - start, 0, held - 1), weights: [1] };
    }
    const from = Math.ceil(centre - reach - 0.5);
    const to = Math.floor(centre + reach - 0.5);
    const first = clamp(clamp(from, 0, axis.length - 1) - start, 0, held - 1);
    const weights: number[] = [];
    let sum = 0;
    for (let pixel = from; pixel <= to; pixel++) {
      const weight = kernelAt(kernel, (pixel + 0.5 - centre) / stretch);
      const slot = clamp(clamp(pixel, 0, axis.length - 1) - start, 0, held - 1) - first;
      weights[slot] = (weights[slot] ?? 0) + weight;
      sum += weight;
    }
    return { first, weights: weights.map((weight) => weight / sum) };
  });
}

function kernelAt(kernel: ResampleKernel, distance: number): number {
  const x = Math.abs(distance);
  if (kernel === 'lanczos') return x < 3 ? sinc(x) * sinc(x / 3) : 0;
  if (x < 1) return 1.5 * x ** 3 - 2.5 * x ** 2 + 1;
  return x < 2 ? -0.5 * x ** 3 + 2.5 * x ** 2 - 4 * x + 2 : 0;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}
