import {
  intersectRects,
  rectArea,
  rectOfSize,
  type Point,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';

const GEOMETRY = {
  /** Crop around an object: multiple of its bounds, and least ratio of sides. */
  around: 1.6,
  slimmest: 0.75,
  /** Smallest crop, photo pixels. */
  least: 64,
  /** A view of more than this fraction counts as the whole photo. */
  whole: 0.6,
  /** Views snap to this fraction of their size, so that small pans need no new embedding. */
  snap: 0.125,
} as const;

export function createBounds() {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  return {
    take(points: readonly Point[], reach = 0): void {
      for (const { x, y } of points) {
        left = Math.min(left, x - reach);
        top = Math.min(top, y - reach);
        right = Math.max(right, x + reach);
        bottom = Math.max(bottom, y + reach);
      }
    },
    isEmpty: (): boolean => left > right,
    /** May be fractional. */
    rect: (): Rect => ({ x: left, y: top, width: right - left, height: bottom - top }),
    /** Whole numbers. */
    outwards(room = 0): Rect {
      const [x, y] = [Math.floor(left - room), Math.floor(top - room)];
      return { x, y, width: Math.ceil(right + room) - x, height: Math.ceil(bottom + room) - y };
    },
  };
}

/** May be fractional. */
export function boundsOfPoints(points: readonly Point[]): Rect {
  const bounds = createBounds();
  bounds.take(points);
  return bounds.rect();
}

/** @param scale of the raster @param origin of the raster, in the space of the points */
export function inRaster(points: readonly Point[], origin: Point, scale: number): Point[] {
  return points.map(({ x, y }) => ({ x: (x - origin.x) * scale, y: (y - origin.y) * scale }));
}

export function longer({ width, height }: Size): number {
  return Math.max(width, height);
}

export function translated({ x, y, width, height }: Rect, across: number, down: number): Rect {
  return { x: x + across, y: y + down, width, height };
}

export function scaledBy({ x, y, width, height }: Rect, scale: number): Rect {
  return { x: x * scale, y: y * scale, width: width * scale, height: height * scale };
}

export function shrunk({ x, y, width, height }: Rect, share: number): Rect {
  const [across, down] = [width * share, height * share];
  return { x: x + across, y: y + down, width: width - 2 * across, height: height - 2 * down };
}

export function surroundings(box: Rect, photo: Size): Rect {
  const wide = Math.max(box.width * GEOMETRY.around, GEOMETRY.least);
  const high = Math.max(box.height * GEOMETRY.around, GEOMETRY.least);
  const width = Math.min(photo.width, Math.ceil(Math.max(wide, high * GEOMETRY.slimmest)));
  const height = Math.min(photo.height, Math.ceil(Math.max(high, wide * GEOMETRY.slimmest)));
  const within = (at: number, most: number): number => Math.round(Math.min(most, Math.max(0, at)));
  return {
    x: within(box.x + box.width / 2 - width / 2, photo.width - width),
    y: within(box.y + box.height / 2 - height / 2, photo.height - height),
    width,
    height,
  };
}

/** @param within visible part; missing: all */
export function partInSight(within: Rect | undefined, photo: Size): Rect {
  const whole = rectOfSize(photo);
  if (within === undefined) return whole;
  const inside = intersectRects(within, whole);
  if (rectArea(inside) === 0 || rectArea(inside) > GEOMETRY.whole * rectArea(whole)) return whole;
  const step = Math.max(1, 2 ** Math.round(Math.log2(longer(inside) * GEOMETRY.snap)));
  const x = Math.floor(inside.x / step) * step;
  const y = Math.floor(inside.y / step) * step;
  const right = Math.ceil((inside.x + inside.width) / step) * step;
  const bottom = Math.ceil((inside.y + inside.height) / step) * step;
  return intersectRects({ x, y, width: right - x, height: bottom - y }, whole);
}

/** Samples points evenly. @param most number of points */
export function someOf(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points;
  return Array.from({ length: most }, (_none, index) => {
    const at = Math.floor(((index + 0.5) * points.length) / most);
    return points[at] ?? { x: 0, y: 0 };
  });
}

export function gridOver(rect: Rect, most: number): readonly Point[] {
  const step = longer(rect) / most;
  const columns = Math.max(1, Math.round(rect.width / step));
  const rows = Math.max(1, Math.round(rect.height / step));
  return Array.from({ length: columns * rows }, (_none, index) => ({
    x: rect.x + (((index % columns) + 0.5) * rect.width) / columns,
    y: rect.y + ((Math.floor(index / columns) + 0.5) * rect.height) / rows,
  }));
}
