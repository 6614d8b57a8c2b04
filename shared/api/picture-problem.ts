import type { PictureLimits } from './request-check.ts';
import type { Size } from '../geometry/rect.ts';

/** A reason why the service would refuse a picture. */
export interface PictureProblem {
  readonly message: string;
  /** Longest side after reduction, pixels. */
  readonly maxSide: number;
}

/**
 * Needs no check of the file size: a picture within the limits has at most 12.6 MB of pixels (2048
 * × 2048, 8 bits) and is encoded again if its file is larger.
 * @returns `undefined` if it may be sent unchanged
 */
export function problemOfPicture(
  { width, height }: Size,
  { maxWidth = Infinity, maxHeight = Infinity }: PictureLimits,
): PictureProblem | undefined {
  if (width <= maxWidth && height <= maxHeight) return undefined;
  return {
    message: `This picture is ${width} × ${height} px. The service accepts up to ${maxWidth} × ${maxHeight} px.`,
    maxSide: Math.min(maxWidth, maxHeight),
  };
}
