/** Where a bar over a stage stands: beside the part that matters, and wherever it is dragged to. */
import {
  intersectRects,
  isEmptyRect,
  type Point,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';

/**
 * At the top unless it would cover the part, then at the bottom; where it would cover it either way,
 * at the end that covers less of it.
 *
 * @param bar at the top, CSS pixels from the corner of the stage
 * @param part the same of the part that is to be seen
 * @param below pixels at the bottom that stay free for something else
 */
export function barEdge(bar: Rect, part: Rect, stage: Size, below: number): 'top' | 'bottom' {
  const atBottom = { ...bar, y: stage.height - bar.height - below };
  const above = coveredPixels(bar, part);
  return above > 0 && coveredPixels(atBottom, part) < above ? 'bottom' : 'top';
}

/**
 * A shift that leaves the whole bar on the stage, as far as it fits.
 *
 * @param home the bar without a shift
 */
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
