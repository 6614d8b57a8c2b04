/** A selection together with the shadow that its object casts. */
import type { Size } from '../../../shared/geometry/rect.ts';
import { boxMean } from './box-mean.ts';

const SHADOW = {
  /** Reach of the mean of the lit background, as a share of the longer side. */
  around: 0.2,
  /** Reach over which a ground of grass or gravel is even, as a share of the longer side; pixels. */
  even: 0.012,
  leastEven: 2,
  /** Brightness of a shadow as a share of the lit ground's: at most, and at most by how even that is. */
  faintest: 0.86,
  spreads: 2.5,
  /** How far its colour may differ from the ground's (shares of red, green and blue). */
  colour: 0.09,
  /** In deeper shade than this, colours say nothing. */
  colourless: 0.3,
  /** More of the picture's border than this share: the ground itself, and no shadow. */
  border: 0.3,
} as const;

type Picture = Size & { readonly rgb: Uint8Array };

/**
 * Adds the parts of the ground beside the object that are evenly darker than the rest of it and have its
 * colour.
 *
 * @param pixels 1 a byte
 * @returns a new raster
 */
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
  // the core is as blurred as the means it comes from: its edge is where the picture's is
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

/** The colours of the ground's brighter half: the darker one may be the shadow itself. */
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

/** The share of light below which a place is in shade: the lit half tells how even the ground is. */
function darkest(shares: Float32Array, ground: Float32Array): number {
  const sample: number[] = [];
  const step = Math.max(1, Math.floor(shares.length / 5000));
  for (let index = 0; index < shares.length; index += step) {
    if (ground[index] === 1) sample.push(shares[index] ?? 0);
  }
  sample.sort((a, b) => a - b);
  const at = (part: number): number => sample[Math.floor((sample.length - 1) * part)] ?? 1;
  // the middle of the lit part, though a shadow may cover much of the ground
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

/** The parts of the shade that come within reach of the object. */
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
