import { isEmptyRect, type Rect, type Size } from '../../../../../shared/geometry/rect.ts';
import { visiblePhotoRect } from '../../../../viewer/stage/geometry/view.ts';
import type { CanvasSnapshot } from '../../canvas/index.ts';

/** Whole pixels; `undefined` if no part of the photo is visible. */
export function visibleRect({ view, stage }: CanvasSnapshot, photo: Size): Rect | undefined {
  const { width, height } = photo;
  const rect = visiblePhotoRect(view, stage, { width, height });
  return isEmptyRect(rect) ? undefined : rect;
}
