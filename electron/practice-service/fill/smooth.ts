/** Filling with a smooth gradient, for holes that have nothing to copy from. */

/**
 * Smooth interpolation of unknown pixels (pull-push: Gortler et al., The Lumigraph, 1996).
 * Stands in where there is nothing to copy from.
 *
 * @param colours RGB bytes; unknown pixels are written
 * @param known 1 = known
 */
export function fillSmoothly(
  colours: Uint8Array,
  known: Uint8Array,
  fill: Uint8Array,
  width: number,
  height: number,
): void {
  const weights = Float32Array.from(known);
  for (let channel = 0; channel < 3; channel += 1) {
    const values = new Float32Array(width * height);
    for (let pixel = 0; pixel < values.length; pixel += 1) {
      values[pixel] = (weights[pixel] ?? 0) * (colours[3 * pixel + channel] ?? 0);
    }
    const filled = interpolate(values, weights, width, height, NEUTRAL);
    for (let pixel = 0; pixel < values.length; pixel += 1) {
      if (fill[pixel] === 1) colours[3 * pixel + channel] = Math.round(filled[pixel] ?? NEUTRAL);
    }
  }
}

/** Mid-grey, where nothing at all is known. */
const NEUTRAL = 128;

/**
 * Interpolates between weighted samples.
 *
 * @param values one plane, each sample multiplied by its weight
 * @param weights 0 = unknown
 * @param otherwise the value where nothing is known at all
 */
function interpolate(
  values: Float32Array,
  weights: Float32Array,
  width: number,
  height: number,
  otherwise: number,
): Float32Array {
  const filled = new Float32Array(values.length);
  if (width === 1 && height === 1) {
    const weight = weights[0] ?? 0;
    filled[0] = weight > 0 ? (values[0] ?? 0) / weight : otherwise;
    return filled;
  }
  const halfWidth = Math.ceil(width / 2);
  const halfHeight = Math.ceil(height / 2);
  const halfValues = new Float32Array(halfWidth * halfHeight);
  const halfWeights = new Float32Array(halfWidth * halfHeight);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y >> 1) * halfWidth + (x >> 1);
      halfValues[at] = (halfValues[at] ?? 0) + (values[y * width + x] ?? 0);
      halfWeights[at] = (halfWeights[at] ?? 0) + (weights[y * width + x] ?? 0);
    }
  }
  const half = interpolate(halfValues, halfWeights, halfWidth, halfHeight, otherwise);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const weight = weights[at] ?? 0;
      filled[at] =
        weight > 0 ? (values[at] ?? 0) / weight : bilinear(half, halfWidth, halfHeight, x, y);
    }
  }
  return filled;
}

/** Value of the half-sized plane at a pixel of the full-sized one, between pixel centres. */
function bilinear(
  half: Float32Array,
  halfWidth: number,
  halfHeight: number,
  x: number,
  y: number,
): number {
  const nearX = x >> 1;
  const nearY = y >> 1;
  const farX = Math.min(halfWidth - 1, Math.max(0, nearX + ((x & 1) === 0 ? -1 : 1)));
  const farY = Math.min(halfHeight - 1, Math.max(0, nearY + ((y & 1) === 0 ? -1 : 1)));
  const at = (column: number, row: number): number => half[row * halfWidth + column] ?? 0;
  return (9 * at(nearX, nearY) + 3 * at(farX, nearY) + 3 * at(nearX, farY) + at(farX, farY)) / 16;
}
