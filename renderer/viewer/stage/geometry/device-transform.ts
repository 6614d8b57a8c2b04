import type { Rect } from '../../../../shared/geometry/rect.ts';

/** Photo space → device pixels: `device = photo × zoom + offset`. */
export interface DeviceTransform {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** Returns the whole device pixels that a part of photo space touches. */
export function deviceRect(part: Rect, { zoom, x, y }: DeviceTransform): Rect {
  const left = Math.floor(part.x * zoom + x);
  const top = Math.floor(part.y * zoom + y);
  return {
    x: left,
    y: top,
    width: Math.ceil((part.x + part.width) * zoom + x) - left,
    height: Math.ceil((part.y + part.height) * zoom + y) - top,
  };
}
