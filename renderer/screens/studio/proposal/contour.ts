/**
 * Traces smooth contours at the view's resolution: coverage of a grid, blurred, then marching
 * squares at one half.
 */
import { intersectRects, isEmptyRect, type Rect } from '../../../../shared/geometry/rect.ts';

const CONTOUR = {
  /** Three box blurs give a standard deviation of 1.4 cells and a reach of three cells. */
  rounds: 3,
  /** Islands and holes below this share of the area are crumbs. */
  crumb: 0.005,
  /** Largest raster pixel of a fine outline: a share of the longer side, or two photo pixels. */
  mostStep: 1 / 700,
  /** Thin lines fade in the blur, so the level is half the maximum within this many cells. */
  reach: 3,
  /** Lower bound of that maximum. */
  least: 0.04,
} as const;

/** Closed lines around pixels and holes: x and y in turn, photo space. */
export type Outlines = readonly (readonly number[])[];

export interface ContourOrder {
  readonly things: readonly Outlines[];
  /** Clips the contour. Photo space. */
  readonly within: Rect;
  /** Grid cells per photo pixel. */
  readonly scale: number;
}

/** Closed lines: x and y in turn, photo space. */
export interface Contour {
  readonly edges: readonly Float32Array<ArrayBuffer>[];
  /** Islands and holes too small for a line. */
  readonly crumbs: readonly Float32Array<ArrayBuffer>[];
}

/** Row by row. */
interface Grid {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

export function contourOf({ things, within, scale }: ContourOrder): Contour {
  const edges: Float32Array<ArrayBuffer>[] = [];
  const crumbs: Float32Array<ArrayBuffer>[] = [];
  for (const outlines of things) {
    const area = Math.abs(outlines.reduce((sum, outline) => sum + areaOf(outline), 0));
    for (const line of linesOf(outlines, within, scale)) {
      const isCrumb = Math.abs(areaOf(line)) < CONTOUR.crumb * area;
      (isCrumb ? crumbs : edges).push(line);
    }
  }
  return { edges, crumbs };
}

/** Returns the shortest edge: one pixel of the traced raster. */
export function stepOf(outlines: Outlines): number {
  let shortest = Infinity;
  for (const outline of outlines) {
    let [fromX = 0, fromY = 0] = outline.slice(-2);
    for (let at = 0; at + 1 < outline.length; at += 2) {
      const [x = 0, y = 0] = [outline[at], outline[at + 1]];
      const length = Math.abs(x - fromX) + Math.abs(y - fromY);
      if (length > 0) shortest = Math.min(shortest, length);
      [fromX, fromY] = [x, y];
    }
  }
  return shortest;
}

function linesOf(outlines: Outlines, within: Rect, wanted: number): Float32Array<ArrayBuffer>[] {
  const around = boundsOf(outlines);
  const mostStep = Math.max(2, CONTOUR.mostStep * Math.max(around.width, around.height));
  const scale = Math.min(wanted, 1 / Math.min(mostStep, stepOf(outlines)));
  const box = intersectRects(grown(around, (CONTOUR.rounds + 2) / scale), within);
  if (isEmptyRect(box)) return [];
  const width = Math.ceil(box.width * scale);
  const height = Math.ceil(box.height * scale);
  const covered = blurred(coverage(outlines, box, scale, { width, height }));
  return march(aboveHalf(covered)).map((line) =>
    line.map((value, at) => (at % 2 === 0 ? box.x : box.y) + (value + 0.5) / scale),
  );
}

function grown({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

export function boundsOf(outlines: Outlines): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const outline of outlines) {
    for (let at = 0; at + 1 < outline.length; at += 2) {
      const [x = 0, y = 0] = [outline[at], outline[at + 1]];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  if (left > right) return { x: 0, y: 0, width: 0, height: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Positive for clockwise lines. */
export function areaOf(line: ArrayLike<number>): number {
  let sum = 0;
  let fromX = line[line.length - 2] ?? 0;
  let fromY = line[line.length - 1] ?? 0;
  for (let at = 0; at + 1 < line.length; at += 2) {
    const [x = 0, y = 0] = [line[at], line[at + 1]];
    sum += fromX * y - x * fromY;
    [fromX, fromY] = [x, y];
  }
  return sum / 2;
}

/** Computes the share of each cell within the outlines. */
function coverage(
  outlines: Outlines,
  box: Rect,
  scale: number,
  { width, height }: Omit<Grid, 'values'>,
): Grid {
  // each edge adds to all cells at its right, so prefix sums give the coverage
  const stride = width + 2;
  const rows = new Float32Array(stride * height);
  for (const outline of outlines) {
    let fromX = ((outline[outline.length - 2] ?? 0) - box.x) * scale;
    let fromY = ((outline[outline.length - 1] ?? 0) - box.y) * scale;
    for (let at = 0; at + 1 < outline.length; at += 2) {
      const x = ((outline[at] ?? 0) - box.x) * scale;
      const y = ((outline[at + 1] ?? 0) - box.y) * scale;
      if (y > fromY) addEdge(rows, stride, height, fromX, fromY, x, y, 1);
      else if (y < fromY) addEdge(rows, stride, height, x, y, fromX, fromY, -1);
      [fromX, fromY] = [x, y];
    }
  }
  const values = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    let sum = 0;
    for (let column = 0; column < width; column++) {
      sum += rows[row * stride + column] ?? 0;
      values[row * width + column] = Math.min(1, Math.abs(sum));
    }
  }
  return { width, height, values };
}

/** Adds a downward edge. @param sign of the area at its right */
function addEdge(
  rows: Float32Array,
  stride: number,
  height: number,
  topX: number,
  topY: number,
  bottomX: number,
  bottomY: number,
  sign: 1 | -1,
): void {
  const slope = (bottomX - topX) / (bottomY - topY);
  for (let row = Math.max(0, Math.floor(topY)); row < Math.min(height, bottomY); row++) {
    const from = Math.max(row, topY);
    const down = Math.min(row + 1, bottomY) - from;
    const left = topX + (from - topY) * slope;
    const pieces = Math.max(1, Math.ceil(Math.abs(down * slope)));
    for (let piece = 0; piece < pieces; piece++) {
      const middle = left + (down * slope * (piece + 0.5)) / pieces;
      const x = Math.min(stride - 2, Math.max(0, middle));
      const column = Math.floor(x);
      const at = row * stride + column;
      const part = (sign * down) / pieces;
      rows[at] = (rows[at] ?? 0) + part * (1 - x + column);
      rows[at + 1] = (rows[at + 1] ?? 0) + part * (x - column);
    }
  }
}

/** Approximates a Gaussian by three box blurs of three cells. Outside the grid is 0. */
function blurred({ width, height, values }: Grid): Grid {
  const above = new Float32Array(width);
  for (let round = 0; round < CONTOUR.rounds; round++) {
    above.fill(0);
    for (let start = 0; start < values.length; start += width) {
      let left = 0;
      let here = values[start] ?? 0;
      for (let at = start; at < start + width; at++) {
        const right = at + 1 < start + width ? (values[at + 1] ?? 0) : 0;
        values[at] = (left + here + right) / 3;
        left = here;
        here = right;
      }
    }
    for (let row = 0; row < height; row++) {
      const below = row + 1 < height ? width : 0;
      for (let x = 0, at = row * width; x < width; x++, at++) {
        const here = values[at] ?? 0;
        values[at] = ((above[x] ?? 0) + here + (below === 0 ? 0 : (values[at + below] ?? 0))) / 3;
        above[x] = here;
      }
    }
  }
  return { width, height, values };
}

/** Subtracts half the maximum nearby; the grid's border counts as outside. */
function aboveHalf({ width, height, values }: Grid): Grid {
  const above = new Float32Array(values.length).fill(-0.5);
  const { reach, least } = CONTOUR;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const value = values[at] ?? 0;
      if (value < least / 8) continue;
      let highest: number = value > 0.99 ? 1 : Math.max(least, value);
      const [top, bottom] = [Math.max(0, y - reach), Math.min(height - 1, y + reach)];
      const [left, right] = [Math.max(0, x - reach), Math.min(width - 1, x + reach)];
      for (let row = top; row <= bottom && highest < 1; row++) {
        for (let near = row * width + left; near <= row * width + right; near++) {
          highest = Math.max(highest, values[near] ?? 0);
        }
      }
      above[at] = value - highest / 2;
    }
  }
  return { width, height, values: above };
}

/** Sides of a square between four cells. */
const [TOP, RIGHT, BOTTOM, LEFT] = [0, 1, 2, 3] as const;

/**
 * Entry and exit sides with the inside at the right. Index bits mark inside corners: 1 upper left,
 * 2 upper right, 4 lower right, 8 lower left.
 */
const WAYS: readonly (readonly number[])[] = [
  [],
  [TOP, LEFT],
  [RIGHT, TOP],
  [RIGHT, LEFT],
  [BOTTOM, RIGHT],
  [TOP, LEFT, BOTTOM, RIGHT],
  [BOTTOM, TOP],
  [BOTTOM, LEFT],
  [LEFT, BOTTOM],
  [TOP, BOTTOM],
  [RIGHT, TOP, LEFT, BOTTOM],
  [RIGHT, BOTTOM],
  [LEFT, RIGHT],
  [TOP, RIGHT],
  [LEFT, TOP],
  [],
];
/** For the saddles 5 and 10 if the centre is inside. */
const JOINED: Readonly<Record<number, readonly number[]>> = {
  5: [TOP, RIGHT, BOTTOM, LEFT],
  10: [LEFT, TOP, RIGHT, BOTTOM],
};

/** Returns the closed zero contours. The grid's border must be negative. */
function march({ width, height, values }: Grid): Float32Array<ArrayBuffer>[] {
  const at = (index: number): number => values[index] ?? 0;
  /** Keyed by side: twice its first cell, plus one if vertical. */
  const next = new Map<number, number>();
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0; x + 1 < width; x++) {
      const first = y * width + x;
      const a = values[first] ?? 0;
      const b = values[first + 1] ?? 0;
      const c = values[first + width + 1] ?? 0;
      const d = values[first + width] ?? 0;
      const corners = (a > 0 ? 1 : 0) + (b > 0 ? 2 : 0) + (c > 0 ? 4 : 0) + (d > 0 ? 8 : 0);
      if (corners === 0 || corners === 15) continue;
      const way = (a + b + c + d > 0 ? JOINED[corners] : undefined) ?? WAYS[corners] ?? [];
      const sides = [2 * first, 2 * first + 3, 2 * (first + width), 2 * first + 1];
      for (let step = 0; step < way.length; step += 2) {
        next.set(sides[way[step] ?? 0] ?? 0, sides[way[step + 1] ?? 0] ?? 0);
      }
    }
  }
  const lines: Float32Array<ArrayBuffer>[] = [];
  for (const start of next.keys()) {
    const line: number[] = [];
    for (let side: number | undefined = start; side !== undefined;) {
      const first = side >> 1;
      const isDown = side % 2 === 1;
      const [from, to] = [at(first), at(isDown ? first + width : first + 1)];
      const share = from / (from - to);
      const x = (first % width) + (isDown ? 0 : share);
      const y = Math.floor(first / width) + (isDown ? share : 0);
      // merges crossings near a shared corner
      const isNear = Math.hypot(x - (line.at(-2) ?? Infinity), y - (line.at(-1) ?? Infinity)) < 0.5;
      if (!isNear) line.push(x, y);
      const following: number | undefined = next.get(side);
      next.delete(side);
      side = following;
    }
    if (line.length >= 6) lines.push(Float32Array.from(line));
  }
  return lines;
}
