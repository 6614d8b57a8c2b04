/** A selection together with the shadow that its object casts. */
import type { Size } from '../../../shared/geometry/rect.ts';
import { boxMean } from './box-mean.ts';

const SHADOW = {
  /** Reach of the mean of the background, as a share of the longer side. */
  around: 0.18,
  /** Brightness of a shadow, as a share of the lit background's: deep, and faint. */
  deepest: 0.25,
  faintest: 0.9,
  /** How far its colour may differ from the background's (shares of red, green and blue). */
  colour: 0.09,
  /** Shadows are filled in over gaps of so many pixels. */
  smooth: 1,
} as const;

/**
 * Adds pixels that hang together with the object, are darker than the background and have its colour.
 *
 * @param pixels 1 a byte
 * @returns a new raster
 */
export function withShadow(
  pixels: Uint8Array,
  { width, height, rgb }: Size & { readonly rgb: Uint8Array },
): Uint8Array {
  const isShade = shadeOf(pixels, { width, height, rgb });
  const whole = Uint8Array.from(pixels);
  const queue: number[] = [];
  for (let index = 0; index < whole.length; index++) if (whole[index] === 1) queue.push(index);
  for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
    const x = index % width;
    for (const next of [
      x > 0 ? index - 1 : -1,
      x < width - 1 ? index + 1 : -1,
      index - width,
      index + width,
    ]) {
      if (next < 0 || next >= whole.length || whole[next] === 1 || isShade[next] === 0) continue;
      whole[next] = 1;
      queue.push(next);
    }
  }
  return whole;
}

/** Where the picture is the background in less light. The lit background is its brighter half nearby. */
function shadeOf(
  pixels: Uint8Array,
  { width, height, rgb }: Size & { readonly rgb: Uint8Array },
): Uint8Array {
  const channels = [0, 1, 2].map((channel) =>
    boxMean(
      Float32Array.from(pixels, (_value, index) => rgb[index * 3 + channel] ?? 0),
      width,
      height,
      SHADOW.smooth,
    ),
  );
  const light = Float32Array.from(
    pixels,
    (_value, index) =>
      ((channels[0]?.[index] ?? 0) + (channels[1]?.[index] ?? 0) + (channels[2]?.[index] ?? 0)) / 3,
  );
  const reach = Math.max(4, Math.round(Math.max(width, height) * SHADOW.around));
  const isBackground = Float32Array.from(pixels, (value) => 1 - value);
  const first = meanWhere(isBackground, light, width, height, reach);
  // once more without the dark half, which may be the shadow itself
  const isLit = isBackground.map((value, index) =>
    value === 1 && (light[index] ?? 0) >= (first[index] ?? 0) ? 1 : 0,
  );
  const lit = channels.map((channel) => meanWhere(isLit, channel, width, height, reach));
  const shade = new Uint8Array(pixels.length);
  for (let index = 0; index < shade.length; index++) {
    const own = channels.map((channel) => channel[index] ?? 0);
    const below = lit.map((channel) => channel[index] ?? 0);
    const sum = own.reduce((total, value) => total + value, 0);
    const litSum = below.reduce((total, value) => total + value, 0);
    if (sum < litSum * SHADOW.deepest || sum > litSum * SHADOW.faintest) continue;
    const isAlike = own.every(
      (value, channel) => Math.abs(value / sum - (below[channel] ?? 0) / litSum) <= SHADOW.colour,
    );
    if (isAlike) shade[index] = 1;
  }
  return shade;
}

function meanWhere(
  weights: Float32Array,
  values: Float32Array,
  width: number,
  height: number,
  reach: number,
): Float32Array {
  const sums = boxMean(
    values.map((value, index) => value * (weights[index] ?? 0)),
    width,
    height,
    reach,
  );
  const counts = boxMean(weights, width, height, reach);
  return sums.map((sum, index) => sum / Math.max(1e-4, counts[index] ?? 0));
}
