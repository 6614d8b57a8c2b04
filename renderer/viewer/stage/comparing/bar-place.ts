import {
  intersectRects,
  isEmptyRect,
  type Point,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';

/**
 * Returns where the bar covers less of `part`. All in CSS pixels of the stage.
 * @param below height at the bottom that stays free
 */
export function barEdge(bar: Rect, part: Rect, stage: Size, below: number): 'top' | 'bottom' {
  const atBottom = { ...bar, y: stage.height - bar.height - below };
  const above = coveredPixels(bar, part);
  return above > 0 && coveredPixels(atBottom, part) < above ? 'bottom' : 'top';
}

/** Clamps a shift to the stage. @param home the bar without a shift */
export function keepOnStage(shift: Point, home: Rect, stage: Size): Point {
  return {
    x: clamp(shift.x, -home.x, stage.width - home.x - home.width),
    y: clamp(shift.y, -home.y, stage.height - home.y - home.height),
  };
}

function coveredPixels(bar: Rect, part: Rect): number {
  const shared = intersectRects(bar, part);
  return isEmptyRect(shared) ? 0 : shared.width * shared.height;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, Math.max(least, most)));
}
