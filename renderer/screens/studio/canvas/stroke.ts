/** Paints a stroke exactly into the tiles, and at once on the screen. */
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { MaskBitmap } from './mask-bitmap.ts';
import type { MaskDelta } from './mask-delta.ts';
import type { MaskPainter } from './mask-painter.ts';
import { rasteriseTaper, type TaperEnd } from './taper.ts';

export type Stroke = ReturnType<typeof beginStroke>;

/** @param from start of a leading straight line @param value 255 paints, 0 erases */
export function beginStroke(
  bitmap: MaskBitmap,
  painter: MaskPainter,
  from: TaperEnd,
  start: TaperEnd,
  value: 0 | 255,
) {
  let last = start;

  function paint(a: TaperEnd, b: TaperEnd): void {
    bitmap.paintSpans((span) => rasteriseTaper(a, b, bitmap.size, span), value);
  }

  bitmap.beginEdit();
  paint(from, start);
  painter.drawLive([from, start], value);

  return {
    /** Photo space. */
    extend(points: readonly TaperEnd[]): void {
      let previous = last;
      for (const point of points) {
        paint(previous, point);
        previous = point;
      }
      if (points.length > 0) painter.drawLive([last, ...points], value);
      last = previous;
    },
    get last(): TaperEnd {
      return last;
    },
    /** Returns `undefined` if nothing changed. */
    finish: (): MaskDelta | undefined => bitmap.commitEdit(),
    /** @returns the area to redraw */
    cancel: (): Rect | undefined => bitmap.cancelEdit(),
  };
}
