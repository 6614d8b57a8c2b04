/**
 * Photo space: pixels of the oriented photo. Screen space: CSS pixels from the stage's corner.
 * `scale` is CSS pixels per photo pixel; the user's zoom is device pixels per photo pixel.
 */
import {
  intersectRects,
  type Point,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';

export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export const VIEW = {
  /** Largest zoom: 3200 %, device pixels per photo pixel. */
  maxZoom: 32,
  /** Smallest scale, relative to the fitted one. */
  minShareOfFit: 0.5,
  /** CSS pixels on each side. */
  fitMargin: 16,
  /** A part that is jumped to fills at most this share of the stage. */
  jumpMost: 0.7,
  /** It fills at least this share, unless that takes more than 100 %. */
  jumpLeast: 0.12,
  /** CSS pixels of the photo that stay on the stage in each direction. */
  keepVisible: 48,
} as const;

export function photoToScreen(view: View, point: Point): Point {
  return { x: view.x + point.x * view.scale, y: view.y + point.y * view.scale };
}

export function rectToView(view: View, { x, y, width, height }: Rect): Rect {
  const corner = photoToScreen(view, { x, y });
  return { ...corner, width: width * view.scale, height: height * view.scale };
}

export function screenToPhoto(view: View, point: Point): Point {
  return { x: (point.x - view.x) / view.scale, y: (point.y - view.y) / view.scale };
}

export function fitView(photo: Size, stage: Size, maxScale = Infinity): View {
  const margin = 2 * VIEW.fitMargin;
  const scale = Math.min(
    maxScale,
    Math.max(1, stage.width - margin) / photo.width,
    Math.max(1, stage.height - margin) / photo.height,
  );
  return centreOn({ x: photo.width / 2, y: photo.height / 2 }, stage, scale);
}

/** @param rect photo space */
export function fitRect(rect: Rect, stage: Size, maxScale: number): View {
  const { scale } = fitView(rect, stage, maxScale);
  return centreOn({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 }, stage, scale);
}

export function centreOn(point: Point, stage: Size, scale: number): View {
  return { x: stage.width / 2 - point.x * scale, y: stage.height / 2 - point.y * scale, scale };
}

/**
 * Centres a part. Keeps a zoom at which it can be judged, to avoid jumps.
 * @param rect photo space @param scale the current one
 */
export function viewOn(rect: Rect, stage: Size, scale: number, pixelRatio: number): View {
  const across = Math.max(1, rect.width) / stage.width;
  const down = Math.max(1, rect.height) / stage.height;
  const filling = 1 / Math.max(across, down);
  const most = filling * VIEW.jumpMost;
  const least = Math.min(filling * VIEW.jumpLeast, 1 / pixelRatio);
  const wanted = Math.min(most, Math.max(least, scale));
  return centreOn({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 }, stage, wanted);
}

/** Changes the scale around `anchor` (screen space). */
export function zoomAt(view: View, anchor: Point, scale: number): View {
  const point = screenToPhoto(view, anchor);
  return { x: anchor.x - point.x * scale, y: anchor.y - point.y * scale, scale };
}

export function panBy(view: View, x: number, y: number): View {
  return { x: view.x + x, y: view.y + y, scale: view.scale };
}

/** Allows 100 % even for tiny photos. */
export function scaleLimits(
  photo: Size,
  stage: Size,
  pixelRatio: number,
): { readonly min: number; readonly max: number } {
  const max = VIEW.maxZoom / pixelRatio;
  const fit = fitView(photo, stage).scale * VIEW.minShareOfFit;
  return { min: Math.min(fit, 1 / pixelRatio), max };
}

export function clampScale(scale: number, photo: Size, stage: Size, pixelRatio: number): number {
  const { min, max } = scaleLimits(photo, stage, pixelRatio);
  return Math.min(max, Math.max(min, scale));
}

/** Moves the view so that part of the photo stays on the stage. */
export function clampPosition(view: View, photo: Size, stage: Size): View {
  return {
    x: clampAxis(view.x, photo.width * view.scale, stage.width),
    y: clampAxis(view.y, photo.height * view.scale, stage.height),
    scale: view.scale,
  };
}

function clampAxis(position: number, length: number, stage: number): number {
  const keep = Math.min(VIEW.keepVisible, length, stage);
  return Math.min(stage - keep, Math.max(keep - length, position));
}

/** Snaps to device pixels so that 100 % is sharp. Zoom the unsnapped view: rounding adds up. */
export function snapView(view: View, pixelRatio: number): View {
  return {
    x: Math.round(view.x * pixelRatio) / pixelRatio,
    y: Math.round(view.y * pixelRatio) / pixelRatio,
    scale: view.scale,
  };
}

export function visiblePhotoRect(view: View, stage: Size, photo: Size): Rect {
  const start = screenToPhoto(view, { x: 0, y: 0 });
  const end = screenToPhoto(view, { x: stage.width, y: stage.height });
  return intersectRects(outerRect(start, end), { x: 0, y: 0, ...photo });
}

export function outerRect(start: Point, end: Point): Rect {
  const x = Math.floor(start.x);
  const y = Math.floor(start.y);
  return { x, y, width: Math.ceil(end.x) - x, height: Math.ceil(end.y) - y };
}
