/** A stroke from pointer down to pointer up: into the tiles exactly, onto the screen at once. */
import type { Point } from '../../../../shared/geometry/rect.ts';
import type { MaskBitmap } from './mask-bitmap.ts';
import type { MaskDelta } from './mask-delta.ts';
import type { MaskPainter } from './mask-painter.ts';

export interface Stroke {
  /** Goes on through these photo points. */
  extend(points: readonly Point[]): void;
  /** Where it has got to, photo space. */
  readonly last: Point;
  /** Ends it; `undefined` when it changed nothing. */
  finish(): MaskDelta | undefined;
}

/**
 * @param from photo point before the first one, for a straight line from there; else `start`
 * @param diameter photo pixels
 * @param value 255 paints, 0 erases
 */
export function beginStroke(
  bitmap: MaskBitmap,
  painter: MaskPainter,
  from: Point,
  start: Point,
  diameter: number,
  value: 0 | 255,
): Stroke {
  let last = start;
  bitmap.beginEdit();
  bitmap.paint(from, start, diameter, value);
  painter.drawLive([from, start], diameter, value);

  return {
    extend(points) {
      let previous = last;
      for (const point of points) {
        bitmap.paint(previous, point, diameter, value);
        previous = point;
      }
      if (points.length > 0) painter.drawLive([last, ...points], diameter, value);
      last = previous;
    },
    get last() {
      return last;
    },
    finish: () => bitmap.commitEdit(),
  };
}
