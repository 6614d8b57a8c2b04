/**
 * Turns the view only, never the photo. CSS turns the whole stage, so `screen` points (CSS pixels
 * as seen) must be converted.
 */
import type { Point, Rect, Size } from '../../../../shared/geometry/rect.ts';

export interface Turn {
  /** Clockwise, after mirroring. */
  readonly quarters: 0 | 1 | 2 | 3;
  readonly isMirrored: boolean;
}

export const NO_TURN: Turn = { quarters: 0, isMirrored: false };

export function isTurned({ quarters, isMirrored }: Turn): boolean {
  return quarters !== 0 || isMirrored;
}

export function rotated({ quarters, isMirrored }: Turn, direction: 1 | -1): Turn {
  return { quarters: quarterOf(quarters + direction), isMirrored };
}

/** Mirrors left and right as seen on the screen. */
export function mirrored({ quarters, isMirrored }: Turn): Turn {
  return { quarters: quarterOf(-quarters), isMirrored: !isMirrored };
}

/** Returns e.g. "rotated 90°, mirrored", or an empty string. */
export function turnInWords({ quarters, isMirrored }: Turn): string {
  const words = [quarters === 0 ? '' : `rotated ${quarters * 90}°`, isMirrored ? 'mirrored' : ''];
  return words.filter((word) => word !== '').join(', ');
}

/** Converts a size between stage and screen, either way. */
export function turnedSize({ quarters }: Turn, { width, height }: Size): Size {
  return quarters % 2 === 0 ? { width, height } : { width: height, height: width };
}

export function toStage(turn: Turn, screen: Size, { x, y }: Point): Point {
  const stage = turnedSize(turn, screen);
  const upright = unrotated(turn.quarters, stage, { x, y });
  return turn.isMirrored ? { x: stage.width - upright.x, y: upright.y } : upright;
}

export function wayToStage(turn: Turn, { x, y }: Point): Point {
  const nowhere = { width: 0, height: 0 };
  const way = toStage(turn, nowhere, { x, y });
  return { x: way.x + 0, y: way.y + 0 }; // + 0 turns −0 into 0
}

export function toScreen(turn: Turn, screen: Size, at: Point): Point {
  const { a, b, c, d, e, f } = turnMatrix(turn, screen);
  return { x: a * at.x + c * at.y + e, y: b * at.x + d * at.y + f };
}

export function rectToStage(turn: Turn, screen: Size, rect: Rect): Rect {
  return between(
    toStage(turn, screen, rect),
    toStage(turn, screen, { x: rect.x + rect.width, y: rect.y + rect.height }),
  );
}

export function rectToScreen(turn: Turn, screen: Size, rect: Rect): Rect {
  return between(
    toScreen(turn, screen, rect),
    toScreen(turn, screen, { x: rect.x + rect.width, y: rect.y + rect.height }),
  );
}

/** Arguments of CSS `matrix()` with the origin at the top left corner. */
interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export function turnMatrix(turn: Turn, screen: Size): Matrix {
  const stage = turnedSize(turn, screen);
  const [cos, sin] = QUARTERS[turn.quarters];
  const mirror = turn.isMirrored ? -1 : 1;
  const a = cos * mirror;
  const b = sin * mirror;
  const c = -sin;
  const d = cos;
  // moves the part left of the screen or above it back onto it
  const e = Math.max(0, -a * stage.width) + Math.max(0, -c * stage.height);
  const f = Math.max(0, -b * stage.width) + Math.max(0, -d * stage.height);
  return { a, b, c, d, e, f };
}

const QUARTERS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

function unrotated(quarters: Turn['quarters'], stage: Size, { x, y }: Point): Point {
  switch (quarters) {
    case 0:
      return { x, y };
    case 1:
      return { x: y, y: stage.height - x };
    case 2:
      return { x: stage.width - x, y: stage.height - y };
    case 3:
      return { x: stage.width - y, y: x };
  }
}

function quarterOf(number: number): Turn['quarters'] {
  return (((number % 4) + 4) % 4) as Turn['quarters'];
}

function between(from: Point, to: Point): Rect {
  return {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  };
}
