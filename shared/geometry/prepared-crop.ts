/** Scales and pads a crop; the answer is cropped and scaled back with the same numbers. */
import type { Rect, Size } from './rect.ts';

interface PartPreparation {
  /** Limit of the longer side including the border, pixels. */
  readonly maxSide?: number | undefined;
  /** Width of a plain border, as a fraction of the crop's longer side. */
  readonly border?: number | undefined;
}

export interface PreparedCrop {
  readonly size: Size;
  /** Area of the crop in it; all of it without a border. */
  readonly placed: Rect;
}

export function preparedCrop(
  part: Size,
  { maxSide, border = 0 }: PartPreparation = {},
): PreparedCrop {
  const edge = Math.round(border * Math.max(part.width, part.height));
  const whole = { width: part.width + 2 * edge, height: part.height + 2 * edge };
  const scale = Math.min(1, (maxSide ?? Infinity) / Math.max(whole.width, whole.height));
  const x = Math.round(edge * scale);
  // Both borders are rounded, and the sum must not exceed the limit.
  const most = (maxSide ?? Infinity) - 2 * x;
  const width = Math.max(1, Math.min(most, Math.round(part.width * scale)));
  const height = Math.max(1, Math.min(most, Math.round(part.height * scale)));
  return {
    size: { width: width + 2 * x, height: height + 2 * x },
    placed: { x, y: x, width, height },
  };
}

/** @returns whole pixels of an answer of any size, at least one on each side */
export function placeInAnswer({ size, placed }: PreparedCrop, answer: Size): Rect {
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
