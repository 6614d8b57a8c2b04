/**
 * How the view is turned: in quarters of a circle, and mirrored. Only the view is: the photo, its mask
 * and its results stay as they are. Everything is drawn on a stage that knows nothing of it and is turned
 * as a whole; so `screen` points (CSS pixels as the user sees them) become points of that stage.
 */
import type { Point, Rect, Size } from '../../../../shared/geometry/rect.ts';

export interface Turn {
  /** Clockwise, after the mirroring. */
  readonly quarters: 0 | 1 | 2 | 3;
  /** Left and right are exchanged. */
  readonly isMirrored: boolean;
}

export const NO_TURN: Turn = { quarters: 0, isMirrored: false };

export function isTurned({ quarters, isMirrored }: Turn): boolean {
  return quarters !== 0 || isMirrored;
}

/** The view a quarter farther. @param direction 1 = clockwise */
export function rotated({ quarters, isMirrored }: Turn, direction: 1 | -1): Turn {
  return { quarters: quarterOf(quarters + direction), isMirrored };
}

/** The view with the left and the right of the screen exchanged. */
export function mirrored({ quarters, isMirrored }: Turn): Turn {
  return { quarters: quarterOf(-quarters), isMirrored: !isMirrored };
}

/** In words, e.g. "rotated 90°, mirrored"; empty when it is not turned. */
export function turnInWords({ quarters, isMirrored }: Turn): string {
  const words = [quarters === 0 ? '' : `rotated ${quarters * 90}°`, isMirrored ? 'mirrored' : ''];
  return words.filter((word) => word !== '').join(', ');
}

/** The size of the stage on a screen; the same the other way round. */
export function turnedSize({ quarters }: Turn, { width, height }: Size): Size {
  return quarters % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** A point of the screen on the stage. @param screen its size */
export function toStage(turn: Turn, screen: Size, { x, y }: Point): Point {
  const stage = turnedSize(turn, screen);
  const upright = unrotated(turn.quarters, stage, { x, y });
  return turn.isMirrored ? { x: stage.width - upright.x, y: upright.y } : upright;
}

/** A way on the screen, as a way on the stage. */
export function wayToStage(turn: Turn, { x, y }: Point): Point {
  const nowhere = { width: 0, height: 0 };
  const way = toStage(turn, nowhere, { x, y });
  return { x: way.x + 0, y: way.y + 0 }; // + 0: no −0
}

/** A point of the stage on the screen. @param screen its size */
export function toScreen(turn: Turn, screen: Size, at: Point): Point {
  const { a, b, c, d, e, f } = turnMatrix(turn, screen);
  return { x: a * at.x + c * at.y + e, y: b * at.x + d * at.y + f };
}

/** A rectangle of the screen on the stage. */
export function rectToStage(turn: Turn, screen: Size, rect: Rect): Rect {
  return between(
    toStage(turn, screen, rect),
    toStage(turn, screen, { x: rect.x + rect.width, y: rect.y + rect.height }),
  );
}

/** A rectangle of the stage on the screen. */
export function rectToScreen(turn: Turn, screen: Size, rect: Rect): Rect {
  return between(
    toScreen(turn, screen, rect),
    toScreen(turn, screen, { x: rect.x + rect.width, y: rect.y + rect.height }),
  );
}

/** The numbers of CSS's `matrix()` that turn the stage; the origin is its top left corner. */
interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** @param screen its size */
export function turnMatrix(turn: Turn, screen: Size): Matrix {
  const stage = turnedSize(turn, screen);
  const [cos, sin] = QUARTERS[turn.quarters];
  const mirror = turn.isMirrored ? -1 : 1;
  const a = cos * mirror;
  const b = sin * mirror;
  const c = -sin;
  const d = cos;
  // the part of the stage that would lie left of the screen, or above it, is moved onto it
  const e = Math.max(0, -a * stage.width) + Math.max(0, -c * stage.height);
  const f = Math.max(0, -b * stage.width) + Math.max(0, -d * stage.height);
  return { a, b, c, d, e, f };
}

/** Cosine and sine of each number of quarters. */
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
