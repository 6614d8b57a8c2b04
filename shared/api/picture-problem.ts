import type { PictureLimits } from './request-check.ts';
import type { Size } from '../geometry/rect.ts';

interface PictureProblem {
  readonly message: string;
  /** Longest side after reduction, pixels. */
  readonly maxSide: number;
}

/** Leaves the file size out: pictures within the limits have at most 12.6 MB of pixels. */
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
