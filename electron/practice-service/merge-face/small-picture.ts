/** A picture at a glance: small, in grey, and with the likeness of its colours to skin. */
import type { Raster } from '../pictures/raster.ts';

/** A picture made small for looking at it as a whole. */
export interface SmallPicture {
  readonly width: number;
  readonly height: number;
  /** Pixels of the original for each of its pixels, along both sides. */
  readonly step: number;
  /** Brightness (Rec. 601), 0 to 255. */
  readonly grey: Float32Array;
  /** Likeness of the colour to skin, 0 to 1. */
  readonly skin: Float32Array;
}

/** Longer side of the small picture, in pixels. */
const LONGER_SIDE = 128;

const SKIN_COLOUR = {
  /** Middle of the chroma of skin of all tones (YCbCr, 0 to 255), and its spread along both axes. */
  blue: 104,
  blueSpread: 15,
  red: 152,
  redSpread: 12,
  /** Darker pixels say too little about their colour: nothing below the first, all from the second. */
  dark: 30,
  bright: 70,
} as const;

/** Averages blocks of pixels. */
export function makeSmall(photo: Raster): SmallPicture {
  const step = Math.max(1, Math.ceil(Math.max(photo.width, photo.height) / LONGER_SIDE));
  const width = Math.ceil(photo.width / step);
  const height = Math.ceil(photo.height / step);
  const grey = new Float32Array(width * height);
  const skin = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = blockMean(photo, x * step, y * step, step);
      grey[y * width + x] = 0.299 * red + 0.587 * green + 0.114 * blue;
      skin[y * width + x] = skinLikeness(red, green, blue);
    }
  }
  return { width, height, step, grey, skin };
}

/** "Face segmentation using skin-color map in videophone applications" (Chai and Ngan, 1999), softened. */
function skinLikeness(red: number, green: number, blue: number): number {
  const brightness = 0.299 * red + 0.587 * green + 0.114 * blue;
  const chromaBlue = 128 - 0.168736 * red - 0.331264 * green + 0.5 * blue;
  const chromaRed = 128 + 0.5 * red - 0.418688 * green - 0.081312 * blue;
  const fromBlue = (chromaBlue - SKIN_COLOUR.blue) / SKIN_COLOUR.blueSpread;
  const fromRed = (chromaRed - SKIN_COLOUR.red) / SKIN_COLOUR.redSpread;
  const lightness = (brightness - SKIN_COLOUR.dark) / (SKIN_COLOUR.bright - SKIN_COLOUR.dark);
  const weight = Math.max(0, Math.min(1, lightness));
  return weight * Math.exp(-0.5 * (fromBlue * fromBlue + fromRed * fromRed));
}

function blockMean(
  { width, height, channels, samples }: Raster,
  left: number,
  top: number,
  side: number,
): [number, number, number] {
  const shift = samples instanceof Uint16Array ? 8 : 0;
  const sums: [number, number, number] = [0, 0, 0];
  const right = Math.min(width, left + side);
  const bottom = Math.min(height, top + side);
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = channels * (y * width + x);
      for (let channel = 0; channel < 3; channel += 1) {
        const sample = samples[channels === 1 ? at : at + channel] as number;
        sums[channel] = (sums[channel] as number) + (sample >> shift);
      }
    }
  }
  const count = (right - left) * (bottom - top);
  return [sums[0] / count, sums[1] / count, sums[2] / count];
}
