/**
 * `x`, `y` is the first pixel inside; a side of 0 means empty. Names of variables say the space,
 * see `docs/architecture.md`.
 */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Fractions are allowed: 0.5, 0.5 is the centre of the first pixel. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export function rectOfSize(size: Size): Rect {
  return { x: 0, y: 0, width: size.width, height: size.height };
}

export function isSameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

/** Rounds to whole pixels, at least one each. */
export function scaledSize({ width, height }: Size, scale: number): Size {
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Scales a size down to at most `mostPixels`. */
export function sizeWithin(size: Size, mostPixels: number): Size {
  return scaledSize(size, Math.min(1, Math.sqrt(mostPixels / (size.width * size.height))));
}

export function isEmptyRect(rect: Rect): boolean {
  return rect.width <= 0 || rect.height <= 0;
}

/** May be empty. */
export function intersectRects(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x);
  const height = Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y);
  return { x, y, width, height };
}

/** Returns the bounds of both; empty rectangles don't count. */
export function unionRects(a: Rect, b: Rect): Rect {
  if (isEmptyRect(a)) return b;
  if (isEmptyRect(b)) return a;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

export function containsRect(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

export function isSameRect(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

export function rectArea(rect: Rect): number {
  return rect.width * rect.height;
}

export function rectsWithout(rects: readonly Rect[], others: readonly Rect[]): readonly Rect[] {
  return rects.filter((rect) => !others.some((other) => isSameRect(rect, other)));
}

/** Greatest difference between aspect ratios, because sizes are whole pixels. */
const SHAPE_TOLERANCE = 0.01;

/** Returns whether one picture can be scaled to the other's size without stretching. */
export function hasSameShape(a: Size, b: Size): boolean {
  const ratio = (a.width * b.height) / (a.height * b.width);
  return Math.abs(ratio - 1) <= SHAPE_TOLERANCE;
}
