/** Joins halves at a seam, and reduces duplicates to the larger. */
import type { Point, Rect } from '../../../../shared/geometry/rect.ts';
import type { TextLine } from './perception.ts';

const SAME = {
  /** Largest difference of angles, radians. */
  turn: 0.16,
  /** Largest distance of one's centre from the other's axis, in heights of the smaller. */
  aside: 0.4,
  /** Largest ratio of heights. */
  heights: 1.8,
  /** Fraction of the smaller one's area inside the larger. */
  covered: 0.5,
} as const;

interface Along {
  readonly centre: Point;
  /** Unit vector along the line, left to right or top to bottom. */
  readonly axis: Point;
  readonly length: number;
  readonly height: number;
  readonly score: number;
}

export function joinLines(lines: readonly TextLine[]): readonly TextLine[] {
  const joined: Along[] = [];
  for (const line of lines) {
    let next = alongOf(line);
    for (let index = joined.findIndex((other) => isOne(other, next)); index >= 0;) {
      const [other] = joined.splice(index, 1);
      if (other === undefined) break;
      next = isContinued(other, next) ? united(other, next) : larger(other, next);
      index = joined.findIndex((each) => isOne(each, next));
    }
    joined.push(next);
  }
  return joined.map(lineOf).toSorted((a, b) => topOf(a) - topOf(b));
}

function isOne(a: Along, b: Along): boolean {
  if (isContinued(a, b)) return true;
  const [big, small] = areaOf(a) >= areaOf(b) ? [a, b] : [b, a];
  return sharedArea(big, small) >= SAME.covered * areaOf(small);
}

/** On one axis, of similar height, and touching. */
function isContinued(a: Along, b: Along): boolean {
  const turn = Math.abs(Math.atan2(cross(a.axis, b.axis), dot(a.axis, b.axis)));
  if (Math.min(turn, Math.PI - turn) > SAME.turn) return false;
  const [low, high] = [Math.min(a.height, b.height), Math.max(a.height, b.height)];
  if (high > low * SAME.heights) return false;
  const between = { x: b.centre.x - a.centre.x, y: b.centre.y - a.centre.y };
  if (Math.abs(cross(a.axis, between)) > SAME.aside * low) return false;
  return Math.abs(dot(a.axis, between)) < (a.length + b.length) / 2;
}

/** Merges both along the axis of the longer one. */
function united(a: Along, b: Along): Along {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  const between = { x: short.centre.x - long.centre.x, y: short.centre.y - long.centre.y };
  const at = dot(long.axis, between);
  const from = Math.min(-long.length / 2, at - short.length / 2);
  const to = Math.max(long.length / 2, at + short.length / 2);
  const middle = (from + to) / 2;
  return {
    ...long,
    centre: {
      x: long.centre.x + long.axis.x * middle,
      y: long.centre.y + long.axis.y * middle,
    },
    length: to - from,
    height: Math.max(long.height, short.height),
    score: Math.max(a.score, b.score),
  };
}

function larger(a: Along, b: Along): Along {
  return areaOf(a) >= areaOf(b) ? a : b;
}

/** Estimates the common area by samples. */
function sharedArea(big: Along, small: Along): number {
  const steps = 9;
  let inside = 0;
  for (let i = 0; i < steps; i += 1) {
    for (let j = 0; j < 3; j += 1) {
      const along = ((i + 0.5) / steps - 0.5) * small.length;
      const across = ((j + 0.5) / 3 - 0.5) * small.height;
      const x = small.centre.x + small.axis.x * along - small.axis.y * across;
      const y = small.centre.y + small.axis.y * along + small.axis.x * across;
      const from = { x: x - big.centre.x, y: y - big.centre.y };
      const isInside =
        Math.abs(dot(big.axis, from)) <= big.length / 2 &&
        Math.abs(cross(big.axis, from)) <= big.height / 2;
      if (isInside) inside += 1;
    }
  }
  return (inside / (steps * 3)) * areaOf(small);
}

function alongOf({ corners, score }: TextLine): Along {
  const [a, b, c, d] = corners;
  const across = { x: b.x - a.x, y: b.y - a.y };
  const down = { x: d.x - a.x, y: d.y - a.y };
  const isAcross = lengthOf(across) >= lengthOf(down);
  const side = isAcross ? across : down;
  const length = lengthOf(side);
  const axis = length === 0 ? { x: 1, y: 0 } : { x: side.x / length, y: side.y / length };
  return {
    centre: { x: (a.x + b.x + c.x + d.x) / 4, y: (a.y + b.y + c.y + d.y) / 4 },
    axis,
    length,
    height: lengthOf(isAcross ? down : across),
    score,
  };
}

function lineOf({ centre, axis, length, height, score }: Along): TextLine {
  const corner = (along: number, across: number): Point => ({
    x: centre.x + (axis.x * along * length - axis.y * across * height) / 2,
    y: centre.y + (axis.y * along * length + axis.x * across * height) / 2,
  });
  return { corners: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], score };
}

function topOf({ corners }: TextLine): number {
  return Math.min(...corners.map(({ y }) => y));
}

function areaOf({ length, height }: Along): number {
  return length * height;
}

function lengthOf({ x, y }: Point): number {
  return Math.hypot(x, y);
}

function dot(a: Point, b: Point): number {
  return a.x * b.x + a.y * b.y;
}

function cross(a: Point, b: Point): number {
  return a.x * b.y - a.y * b.x;
}

export function boundsOfCorners(corners: TextLine['corners']): Rect {
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const [left, top] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))];
  return {
    x: left,
    y: top,
    width: Math.ceil(Math.max(...xs)) - left,
    height: Math.ceil(Math.max(...ys)) - top,
  };
}
