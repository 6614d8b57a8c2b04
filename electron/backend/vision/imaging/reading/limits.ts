import type { Size } from '../../../../../shared/geometry/rect.ts';

/** Limits Gesso's own work with pictures; the service has other limits. */
export const PICTURE_LIMITS = {
  /** Largest photo in pixels. An RGBA copy (600 MB) still fits a desktop's memory. */
  maxPixels: 150_000_000,
  maxSide: 32_767,
  /** Longest decoding or encoding, seconds; the largest picture needs a tenth. */
  decodeSeconds: 300,
  /** Longest decoding of a HEIC or BMP in its own thread, seconds. */
  convertSeconds: 60,
} as const;

export function isTooLarge({ width, height }: Size): boolean {
  const { maxPixels, maxSide } = PICTURE_LIMITS;
  return width * height > maxPixels || Math.max(width, height) > maxSide;
}
