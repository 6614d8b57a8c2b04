/** Filling for decoded pictures of any depth and number of channels. */
import type { Raster } from '../pictures/raster.ts';
import { fillHole, type FillInput } from './fill.ts';

/**
 * Fills the hole of a photo in place. Only samples inside the hole are written; alpha never is.
 * A 16-bit photo is filled from its upper 8 bits.
 *
 * @param hole one byte a pixel; 1 = fill
 * @param fill how
 */
export function fillRaster(
  photo: Raster,
  hole: Uint8Array,
  fill: (input: FillInput) => void = fillHole,
): void {
  const { width, height, channels, samples } = photo;
  const isWide = samples instanceof Uint16Array;
  const colours = new Uint8Array(width * height * 3);
  const transparent = photo.hasAlpha ? new Uint8Array(width * height) : null;
  for (let pixel = 0, at = 0; pixel < hole.length; pixel += 1, at += channels) {
    for (let channel = 0; channel < 3; channel += 1) {
      const sample = samples[channels === 1 ? at : at + channel] ?? 0;
      colours[3 * pixel + channel] = isWide ? sample >> 8 : sample;
    }
    if (transparent !== null && samples[at + 3] === 0) transparent[pixel] = 1;
  }
  fill({ width, height, colours, hole, unusable: transparent });
  const scale = isWide ? 257 : 1;
  for (let pixel = 0, at = 0; pixel < hole.length; pixel += 1, at += channels) {
    if (hole[pixel] === 0) continue;
    for (let channel = 0; channel < Math.min(3, channels); channel += 1) {
      samples[at + channel] = (colours[3 * pixel + channel] ?? 0) * scale;
    }
  }
}
