/** A stroke from pointer down to pointer up: into the tiles exactly, onto the screen at once. */
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { MaskBitmap } from './mask-bitmap.ts';
import type { MaskDelta } from './mask-delta.ts';
import type { MaskPainter } from './mask-painter.ts';
import { rasteriseTaper, type TaperEnd } from './taper.ts';

export interface Stroke {
  /** Goes on through these photo points, each with the width it has there. */
  extend(points: readonly TaperEnd[]): void;
  /** Where it has got to. */
  readonly last: TaperEnd;
  /** Ends it; `undefined` when it changed nothing. */
  finish(): MaskDelta | undefined;
  /** Takes it back. @returns the area to draw again */
  cancel(): Rect | undefined;
}

/**
 * @param from photo point before the first one, for a straight line from there; else `start`
 * @param value 255 paints, 0 erases
 */
export function beginStroke(
  bitmap: MaskBitmap,
  painter: MaskPainter,
  from: TaperEnd,
  start: TaperEnd,
  value: 0 | 255,
): Stroke {
  let last = start;

  function paint(a: TaperEnd, b: TaperEnd): void {
    bitmap.paintSpans((span) => rasteriseTaper(a, b, bitmap.size, span), value);
  }

  bitmap.beginEdit();
  paint(from, start);
  painter.drawLive([from, start], value);

  return {
    extend(points) {
      let previous = last;
      for (const point of points) {
        paint(previous, point);
        previous = point;
      }
      if (points.length > 0) painter.drawLive([last, ...points], value);
      last = previous;
    },
    get last() {
      return last;
    },
    finish: () => bitmap.commitEdit(),
    cancel: () => bitmap.cancelEdit(),
  };
}
