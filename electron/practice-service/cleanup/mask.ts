/** The mask of a cleanup call: which pixels are to be removed, and whether it fits its image. */
import { refused } from '../errors.ts';
import type { ImageInspection } from '../pictures/inspection.ts';
import type { Raster } from '../pictures/raster.ts';

/** Pixel counts of a received mask. A pixel counts as 0 or 255 when all its channels do. */
export interface MaskCounts {
  readonly zero: number;
  readonly full: number;
  readonly other: number;
}

/** A decoded mask: 1 = remove, one entry per pixel, and the counts of its original. */
export interface DecodedMask {
  readonly hole: Uint8Array;
  readonly holePixels: number;
  readonly counts: MaskCounts;
}

/** Luminance from which a mask pixel means "remove" (white = remove). */
const REMOVE_FROM = 128;

/** Thresholds a mask. Alpha is ignored; colour counts by Rec. 601 luma. */
export function readMask(raster: Raster): DecodedMask {
  const { width, height, channels, samples } = raster;
  const step = samples instanceof Uint16Array ? 257 : 1;
  const hole = new Uint8Array(width * height);
  let holePixels = 0;
  let zero = 0;
  let full = 0;
  for (let pixel = 0, at = 0; pixel < hole.length; pixel += 1, at += channels) {
    const red = (samples[at] ?? 0) / step;
    const green = channels === 1 ? red : (samples[at + 1] ?? 0) / step;
    const blue = channels === 1 ? red : (samples[at + 2] ?? 0) / step;
    if (red === 0 && green === 0 && blue === 0) zero += 1;
    else if (red === 255 && green === 255 && blue === 255) full += 1;
    if (Math.round(0.299 * red + 0.587 * green + 0.114 * blue) >= REMOVE_FROM) {
      hole[pixel] = 1;
      holePixels += 1;
    }
  }
  return { hole, holePixels, counts: { zero, full, other: hole.length - zero - full } };
}

/** The 400 of a mask that does not fit its image. */
export function checkSameSize(image: ImageInspection, mask: ImageInspection): void {
  if (image.width === mask.width && image.height === mask.height) return;
  throw refused(400, 'INVALID_IMAGE_SIZE', 'mask_file does not have the size of image_file.', {
    image: `${image.width} x ${image.height}`,
    mask: `${mask.width} x ${mask.height}`,
  });
}
