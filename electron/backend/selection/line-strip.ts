/** The surroundings of a straight line between two points, turned so that the line is level. */
import type { Point } from '../../../shared/geometry/rect.ts';
import type { HeldPicture } from './messages.ts';

/** See the file comment. Brightness, row by row. */
export interface LineStrip {
  /** Columns along the line. */
  readonly length: number;
  /** Rows on each side of the line. */
  readonly reach: number;
  readonly grey: Float32Array;
  /** A place in the strip as a point of the picture. */
  toPicture(along: number, beside: number): Point;
}

/** @param from of the picture, pixels; so is `to` */
export function cutStrip(
  { width, height, rgb }: HeldPicture,
  from: Point,
  to: Point,
  reach: number,
): LineStrip {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const length = Math.max(2, Math.ceil(distance) + 1);
  const alongX = (to.x - from.x) / (length - 1);
  const alongY = (to.y - from.y) / (length - 1);
  const unit = Math.max(1e-6, Math.hypot(alongX, alongY));
  const acrossX = -alongY / unit;
  const acrossY = alongX / unit;
  const rows = 2 * reach + 1;
  const grey = new Float32Array(length * rows);
  const at = (x: number, y: number): number => {
    const index = (y * width + x) * 3;
    return (
      0.299 * (rgb[index] ?? 0) + 0.587 * (rgb[index + 1] ?? 0) + 0.114 * (rgb[index + 2] ?? 0)
    );
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < length; column++) {
      const x = clamp(from.x + column * alongX + (row - reach) * acrossX - 0.5, width - 1);
      const y = clamp(from.y + column * alongY + (row - reach) * acrossY - 0.5, height - 1);
      const left = Math.floor(x);
      const top = Math.floor(y);
      const right = Math.min(width - 1, left + 1);
      const bottom = Math.min(height - 1, top + 1);
      const shareX = x - left;
      const shareY = y - top;
      grey[row * length + column] =
        (at(left, top) * (1 - shareX) + at(right, top) * shareX) * (1 - shareY) +
        (at(left, bottom) * (1 - shareX) + at(right, bottom) * shareX) * shareY;
    }
  }
  return {
    length,
    reach,
    grey,
    toPicture: (along, beside) => ({
      x: from.x + along * alongX + beside * acrossX,
      y: from.y + along * alongY + beside * acrossY,
    }),
  };
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
