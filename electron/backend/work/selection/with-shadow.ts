import type { Size } from '../../../../shared/geometry/rect.ts';
import { boxMean } from './box-mean.ts';

const SHADOW = {
  /** Radius for the mean of the lit background, as a fraction of the longer side. */
  around: 0.2,
  /** Radius over which grass or gravel is uniform, as a fraction of the longer side; pixels. */
  even: 0.012,
  leastEven: 2,
  /** Brightness of a shadow relative to the lit ground: at most this, and less on uneven ground. */
  faintest: 0.86,
  spreads: 2.5,
  /** Largest colour difference from the ground (fractions of RGB). */
  colour: 0.09,
  /** In deeper shade, colours don't count. */
  colourless: 0.3,
  /** Covering more of the picture's border, it is the ground and no shadow. */
  border: 0.3,
} as const;

type Picture = Size & { readonly rgb: Uint8Array };

/** Takes areas that are uniformly darker than the ground and have its colour. */
export function withShadow(pixels: Uint8Array, picture: Picture): Uint8Array {
  const { width, height } = picture;
  const longer = Math.max(width, height);
  const even = Math.max(SHADOW.leastEven, Math.round(longer * SHADOW.even));
  const ground = Float32Array.from(pixels, (value) => 1 - value);
  const channels = channelsOf(picture);
  const light = sumOf(channels);
  const lit = litGround(ground, light, channels, picture);
  const litSum = sumOf(lit);
  const near = channels.map((channel) => meanWhere(ground, channel, picture, even));
  const nearSum = sumOf(near);
  const shares = nearSum.map((value, index) => value / Math.max(1, litSum[index] ?? 0));
  const limit = darkest(shares, ground);
  const isShade = Uint8Array.from(shares, (share, index) =>
    share <= limit && (share < SHADOW.colourless || isColourOf(near, nearSum, lit, litSum, index))
      ? 1
      : 0,
  );
  const core = touching(isShade, pixels, picture, even);
  if (borderShare(core, picture) > SHADOW.border) return Uint8Array.from(pixels);
  // The core is as blurred as the means: its edge is where the picture's is.
  const around = boxMean(Float32Array.from(core), width, height, even);
  return pixels.map((value, index) => {
    if (value === 1 || core[index] === 1) return 1;
    const isDark = (light[index] ?? 0) <= ((limit + 1) / 2) * (litSum[index] ?? 0);
    return (around[index] ?? 0) > 0.15 && isDark ? 1 : 0;
  });
}

function channelsOf({ rgb, width, height }: Picture): readonly Float32Array[] {
  return [0, 1, 2].map((channel) => {
    const values = new Float32Array(width * height);
    for (let index = 0; index < values.length; index++)
      values[index] = rgb[index * 3 + channel] ?? 0;
    return values;
  });
}

function sumOf(channels: readonly Float32Array[]): Float32Array {
  const [red, green, blue] = channels;
  return Float32Array.from(
    red ?? [],
    (value, index) => value + (green?.[index] ?? 0) + (blue?.[index] ?? 0),
  );
}

/** From the brighter half of the ground, because the darker one may be the shadow. */
function litGround(
  ground: Float32Array,
  light: Float32Array,
  channels: readonly Float32Array[],
  picture: Picture,
): readonly Float32Array[] {
  const reach = Math.max(4, Math.round(Math.max(picture.width, picture.height) * SHADOW.around));
  const mean = meanWhere(ground, light, picture, reach);
  const isLit = ground.map((value, index) =>
    value === 1 && (light[index] ?? 0) >= (mean[index] ?? 0) ? 1 : 0,
  );
  return channels.map((channel) => meanWhere(isLit, channel, picture, reach));
}

function darkest(shares: Float32Array, ground: Float32Array): number {
  const sample: number[] = [];
  const step = Math.max(1, Math.floor(shares.length / 5000));
  for (let index = 0; index < shares.length; index += step) {
    if (ground[index] === 1) sample.push(shares[index] ?? 0);
  }
  sample.sort((a, b) => a - b);
  const at = (part: number): number => sample[Math.floor((sample.length - 1) * part)] ?? 1;
  // Centre of the lit part, even if a shadow covers much of the ground.
  const middle = at(0.7);
  return Math.min(SHADOW.faintest, middle - SHADOW.spreads * (at(0.93) - middle));
}

function isColourOf(
  own: readonly Float32Array[],
  ownSum: Float32Array,
  lit: readonly Float32Array[],
  litSum: Float32Array,
  index: number,
): boolean {
  return own.every((channel, at) => {
    const share = (channel[index] ?? 0) / Math.max(1, ownSum[index] ?? 0);
    const litShare = (lit[at]?.[index] ?? 0) / Math.max(1, litSum[index] ?? 0);
    return Math.abs(share - litShare) <= SHADOW.colour;
  });
}

function touching(
  isShade: Uint8Array,
  pixels: Uint8Array,
  { width, height }: Size,
  reach: number,
): Uint8Array {
  const nearObject = boxMean(Float32Array.from(pixels), width, height, reach);
  const found = new Uint8Array(pixels.length);
  const queue: number[] = [];
  const take = (index: number): void => {
    if (isShade[index] === 0 || found[index] === 1 || pixels[index] === 1) return;
    found[index] = 1;
    queue.push(index);
  };
  for (let index = 0; index < found.length; index++) if ((nearObject[index] ?? 0) > 0) take(index);
  for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
    const x = index % width;
    if (x > 0) take(index - 1);
    if (x < width - 1) take(index + 1);
    if (index >= width) take(index - width);
    if (index < width * (height - 1)) take(index + width);
  }
  return found;
}

function borderShare(pixels: Uint8Array, { width, height }: Size): number {
  let count = 0;
  for (let x = 0; x < width; x++) {
    count += (pixels[x] ?? 0) + (pixels[(height - 1) * width + x] ?? 0);
  }
  for (let y = 0; y < height; y++) {
    count += (pixels[y * width] ?? 0) + (pixels[(y + 1) * width - 1] ?? 0);
  }
  return count / (2 * (width + height));
}

function meanWhere(
  weights: Float32Array,
  values: Float32Array,
  { width, height }: Size,
  reach: number,
): Float32Array {
  const weighted = values.map((value, index) => value * (weights[index] ?? 0));
  const sums = boxMean(weighted, width, height, reach);
  const counts = boxMean(weights, width, height, reach);
  return sums.map((sum, index) => sum / Math.max(1e-4, counts[index] ?? 0));
}
