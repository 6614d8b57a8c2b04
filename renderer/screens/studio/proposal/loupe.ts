/** Magnifies the pixels around a point in a corner of the stage. Device pixels. */
import type { Point, Size } from '../../../../shared/geometry/rect.ts';

export const LOUPE = {
  /** CSS pixels. */
  radius: 72,
  margin: 14,
  /** Relative to the stage; hidden above this zoom. */
  enlarges: 4,
} as const;

/**
 * @param context with the identity transform
 * @param source canvas to magnify
 * @param at if it is in the loupe's corner, the loupe moves
 */
export function drawLoupe(
  context: CanvasRenderingContext2D,
  source: HTMLCanvasElement,
  at: Point,
  pixelRatio: number,
): void {
  const radius = LOUPE.radius * pixelRatio;
  const middle = middleOf(at, source, radius + LOUPE.margin * pixelRatio);
  const seen = radius / LOUPE.enlarges;
  context.save();
  context.beginPath();
  context.arc(middle.x, middle.y, radius, 0, 2 * Math.PI);
  context.clip();
  context.fillStyle = '#000';
  context.fill();
  context.imageSmoothingEnabled = false;
  context.drawImage(
    source,
    at.x - seen,
    at.y - seen,
    2 * seen,
    2 * seen,
    middle.x - radius,
    middle.y - radius,
    2 * radius,
    2 * radius,
  );
  context.restore();
  for (const [color, width] of [
    ['#000', 4],
    ['#fff', 2],
  ] as const) {
    context.beginPath();
    context.arc(middle.x, middle.y, radius, 0, 2 * Math.PI);
    context.strokeStyle = color;
    context.lineWidth = width * pixelRatio;
    context.stroke();
  }
}

/** Prefers the upper right corner. @param reach of the loupe with its margin */
export function middleOf(at: Point, stage: Size, reach: number): Point {
  const right = { x: stage.width - reach, y: reach };
  const isCovered =
    Math.abs(at.x - right.x) < 1.5 * reach && Math.abs(at.y - right.y) < 1.5 * reach;
  return isCovered ? { x: reach, y: reach } : right;
}
