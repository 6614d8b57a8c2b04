/**
 * A part of a picture as it is sent: with a border around it where the user wants one, and made smaller where
 * the service takes no more. What comes back is cut and enlarged by the same numbers.
 */
import type { Rect, Size } from './rect.ts';

/** Changes to a part before it is sent. The photo stays as it is. */
export interface PartPreparation {
  /** The longer side at most, pixels, with the border. */
  readonly maxSide?: number | undefined;
  /** Width of a plain border on every side, as a share of the part's longer side. */
  readonly border?: number | undefined;
}

/** A part as it is sent. */
export interface PreparedPart {
  readonly size: Size;
  /** The part itself in it; all of it without a border. */
  readonly placed: Rect;
}

/** @param part pixels of the photo */
export function preparedPart(
  part: Size,
  { maxSide, border = 0 }: PartPreparation = {},
): PreparedPart {
  const edge = Math.round(border * Math.max(part.width, part.height));
  const whole = { width: part.width + 2 * edge, height: part.height + 2 * edge };
  const scale = Math.min(1, (maxSide ?? Infinity) / Math.max(whole.width, whole.height));
  const x = Math.round(edge * scale);
  // both borders are rounded: the sum must not pass the limit
  const most = (maxSide ?? Infinity) - 2 * x;
  const width = Math.max(1, Math.min(most, Math.round(part.width * scale)));
  const height = Math.max(1, Math.min(most, Math.round(part.height * scale)));
  return {
    size: { width: width + 2 * x, height: height + 2 * x },
    placed: { x, y: x, width, height },
  };
}

/**
 * The place of the part in an answer, which may have another size than was sent.
 *
 * @returns whole pixels of the answer, at least one on each side
 */
export function placeInAnswer({ size, placed }: PreparedPart, answer: Size): Rect {
  const across = answer.width / size.width;
  const down = answer.height / size.height;
  const x = Math.min(answer.width - 1, Math.round(placed.x * across));
  const y = Math.min(answer.height - 1, Math.round(placed.y * down));
  const right = Math.round((placed.x + placed.width) * across);
  const bottom = Math.round((placed.y + placed.height) * down);
  return {
    x,
    y,
    width: Math.max(1, Math.min(answer.width, right) - x),
    height: Math.max(1, Math.min(answer.height, bottom) - y),
  };
}
