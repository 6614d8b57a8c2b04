/** Whether a picture may be sent as it is, and what helps where it may not. Pure. */
import type { PictureLimits } from './request-check.ts';
import type { Size } from '../geometry/rect.ts';

/** A picture that the service would refuse. */
export interface PictureProblem {
  readonly message: string;
  /** The longer side with which it may be sent, pixels. */
  readonly maxSide: number;
}

/**
 * The encoded file never passes the service's 30 MB on its own: a picture within the limits of size has
 * at most 12.6 MB of pixels (2048 × 2048, 8 bits), and it is encoded anew where its file is larger.
 *
 * @returns `undefined` where it may be sent
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
