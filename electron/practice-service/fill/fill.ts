/** A picture with a hole. */
export interface FillInput {
  readonly width: number;
  readonly height: number;
  /** RGB samples, 3 bytes a pixel, row by row; the hole is filled in place. */
  readonly colours: Uint8Array;
  /** One byte a pixel; 1 = fill. */
  readonly hole: Uint8Array;
  /** One byte a pixel; 1 = known, but nothing may be copied from it. Null: all may. */
  readonly unusable: Uint8Array | null;
}

/** Fills the hole of a picture from its surroundings, in place. Deterministic. */
export function fillHole(input: FillInput): void {
  const { width, height, colours, hole } = input;
  const known = new Float32Array(width * height);
  for (let pixel = 0; pixel < hole.length; pixel += 1) {
    known[pixel] = hole[pixel] === 0 && input.unusable?.[pixel] !== 1 ? 1 : 0;
  }
  for (let channel = 0; channel < 3; channel += 1) {
    const values = new Float32Array(width * height);
    for (let pixel = 0; pixel < hole.length; pixel += 1) {
      values[pixel] = (known[pixel] ?? 0) * (colours[3 * pixel + channel] ?? 0);
    }
    const filled = pullPush(values, known, width, height);
    for (let pixel = 0; pixel < hole.length; pixel += 1) {
      if (hole[pixel] === 1) colours[3 * pixel + channel] = Math.round(filled[pixel] ?? 128);
    }
  }
}

/** Averages down to one pixel and fills what is unknown on the way back. */
function pullPush(
  values: Float32Array,
  weights: Float32Array,
  width: number,
  height: number,
): Float32Array {
  const filled = new Float32Array(values.length);
  if (width === 1 && height === 1) {
    filled[0] = (weights[0] ?? 0) > 0 ? (values[0] ?? 0) / (weights[0] ?? 1) : 128;
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
  const half = pullPush(halfValues, halfWeights, halfWidth, halfHeight);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const weight = weights[at] ?? 0;
      filled[at] =
        weight > 0 ? (values[at] ?? 0) / weight : (half[(y >> 1) * halfWidth + (x >> 1)] ?? 0);
    }
  }
  return filled;
}
