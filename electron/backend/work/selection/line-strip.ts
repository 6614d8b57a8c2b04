/** Extracts a rotated strip around a straight line, in which the line is horizontal. */
import type { Point } from '../../../../shared/geometry/rect.ts';
import type { HeldPicture } from './messages.ts';
import { clamp, interpolate } from '../../../../shared/numbers.ts';

export interface LineStrip {
  readonly length: number;
  /** Rows on each side of the line. */
  readonly reach: number;
  /** RGB planes. */
  readonly channels: readonly Float32Array[];
  toPicture(along: number, beside: number): Point;
}

/** @param from picture pixels, like `to` */
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
  const red = new Float32Array(length * rows);
  const green = new Float32Array(length * rows);
  const blue = new Float32Array(length * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < length; column++) {
      const x = clamp(from.x + column * alongX + (row - reach) * acrossX - 0.5, 0, width - 1);
      const y = clamp(from.y + column * alongY + (row - reach) * acrossY - 0.5, 0, height - 1);
      const left = Math.floor(x);
      const top = Math.floor(y);
      const shareX = x - left;
      const shareY = y - top;
      const upperLeft = (top * width + left) * 3;
      const toRight = left < width - 1 ? 3 : 0;
      const toLower = top < height - 1 ? width * 3 : 0;
      for (let channel = 0; channel < 3; channel++) {
        const at = upperLeft + channel;
        const upper = interpolate(rgb[at], rgb[at + toRight], shareX);
        const lower = interpolate(rgb[at + toLower], rgb[at + toLower + toRight], shareX);
        const values = channel === 0 ? red : channel === 1 ? green : blue;
        values[row * length + column] = interpolate(upper, lower, shareY);
      }
    }
  }
  return {
    length,
    reach,
    channels: [red, green, blue],
    toPicture: (along, beside) => ({
      x: from.x + along * alongX + beside * acrossX,
      y: from.y + along * alongY + beside * acrossY,
    }),
  };
}
